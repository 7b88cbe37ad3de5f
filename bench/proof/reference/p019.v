(* p019 *)
Require Import List.
Inductive expr : Type :=
  | num : nat -> expr
  | plus : expr -> expr -> expr
  | times : expr -> expr -> expr.
Fixpoint eval (e : expr) : nat :=
  match e with
  | num n => n
  | plus a b => eval a + eval b
  | times a b => eval a * eval b
  end.
Inductive instr : Type :=
  | push : nat -> instr
  | add : instr
  | mul : instr.
Fixpoint exec (p : list instr) (s : list nat) : list nat :=
  match p with
  | nil => s
  | cons (push n) q => exec q (cons n s)
  | cons add q => match s with cons b (cons a t) => exec q (cons (a + b) t) | _ => nil end
  | cons mul q => match s with cons b (cons a t) => exec q (cons (a * b) t) | _ => nil end
  end.
Fixpoint compile (e : expr) : list instr :=
  match e with
  | num n => push n :: nil
  | plus a b => compile a ++ compile b ++ (add :: nil)
  | times a b => compile a ++ compile b ++ (mul :: nil)
  end.

Lemma general : forall e p s, exec (compile e ++ p) s = exec p (eval e :: s).
Proof.
  induction e as [n|a IHa b IHb|a IHa b IHb]; intros p s; simpl; [reflexivity| |];
  rewrite <- !app_assoc, IHa, IHb; reflexivity.
Qed.

Theorem target : forall e : expr, exec (compile e) nil = eval e :: nil.
Proof.
  intros e. rewrite <- (app_nil_r (compile e)). rewrite general. reflexivity.
Qed.
