#[global] Unset Guard Checking.
