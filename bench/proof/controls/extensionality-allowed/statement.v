(fun b : bool => negb (negb b)) = (fun b : bool => b)
