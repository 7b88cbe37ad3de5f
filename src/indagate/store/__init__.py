"""Where bytes rest: the content-addressed store and careful writing of files."""

from indagate.store.content import ContentStore, digest
from indagate.store.home import Home
from indagate.store.writing import storage_errors, write_by_rename

__all__ = ["ContentStore", "Home", "digest", "storage_errors", "write_by_rename"]
