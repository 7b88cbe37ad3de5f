Module Type Claim.
  Parameter target : exists n : nat, n * n + 1 = n.
End Claim.
Module Work : Claim.
  Axiom target : exists n : nat, n * n + 1 = n.
End Work.
Export Work.
