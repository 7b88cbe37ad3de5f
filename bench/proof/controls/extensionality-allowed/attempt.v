Require Import FunctionalExtensionality.
Theorem target : (fun b : bool => negb (negb b)) = (fun b : bool => b).
Proof. apply functional_extensionality. intros []; reflexivity. Qed.
