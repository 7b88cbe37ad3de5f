"""The report flow: from a query and data to an illustrated report."""
