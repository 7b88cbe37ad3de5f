Fixpoint target (n : nat) : n + 0 = n :=
  match n with
  | O => eq_refl
  | S k => f_equal S (target k)
  end.
