Axiom target : exists n : nat, n * n + 1 = n.
Module Import Screen.
  Definition clean : True := I.
  Notation target := clean.
End Screen.
