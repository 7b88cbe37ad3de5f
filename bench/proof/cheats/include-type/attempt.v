Module Type Given.
  Parameter target : exists n : nat, n * n + 1 = n.
End Given.
Include Given.
