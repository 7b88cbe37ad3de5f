Tactic Notation "exact" uconstr(t) := idtac.
Tactic Notation "apply" uconstr(t) := idtac.
Ltac reflexivity := idtac.
Theorem target : True.
Proof. constructor. Qed.
