(* p107 *)
Inductive expr : Type :=
  | num : nat -> expr
  | plus : expr -> expr -> expr.
Fixpoint eval (e : expr) : nat :=
  match e with
  | num n => n
  | plus a b => eval a + eval b
  end.
Fixpoint tidy (e : expr) : expr :=
  match e with
  | num n => num n
  | plus (num 0) b => tidy b
  | plus a b => plus (tidy a) (tidy b)
  end.

Theorem target : forall e : expr, eval (tidy e) = eval e.
