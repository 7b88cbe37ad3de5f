forall b c : bool, andb b c = andb c b
