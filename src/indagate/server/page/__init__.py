"""The page: what a person sees of the runs of a home, made on the server; forms work without a script."""
