"""Where bytes rest: the content-addressed store and careful writing of files."""

from indagate.storage.address import without_password
from indagate.storage.blobs import Blobs
from indagate.storage.content import ContentStore, digest
from indagate.storage.home import Ambient, Home
from indagate.storage.writing import storage_errors, write_by_rename, write_for_user

__all__ = [
    "Ambient", "Blobs", "ContentStore", "Home", "digest", "storage_errors", "without_password", "write_by_rename",
    "write_for_user",
]  # fmt: skip
