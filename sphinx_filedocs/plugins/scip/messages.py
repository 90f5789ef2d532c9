"""The messages of SCIP: the part of ``scip.proto`` that we read or write.

Their classes are made at run time, because generated code runs only with some versions of protobuf.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

#: The bits of ``SymbolRole``: defined, imported, written, read, in generated code, in a test,
#: declared.
DEFINITION, IMPORT, WRITE, READ, GENERATED, TEST, FORWARD_DEFINITION = 1, 2, 4, 8, 16, 32, 64
#: The units of columns: bytes of UTF-8, units of UTF-16, characters.
UTF8, UTF16, UTF32 = 1, 2, 3
#: Texts of documents are UTF-8.
_TEXT_UTF8 = 1

_PACKAGE = "scip"
_SCALARS = {"string", "int32", "bool"}


class _Field(NamedTuple):
    """A field of a message.

    :param type: a scalar's name, or a message's.
    """

    name: str
    number: int
    type: str
    repeated: bool = False


_MESSAGES: dict[str, tuple[_Field, ...]] = {
    "ToolInfo": (_Field("name", 1, "string"), _Field("version", 2, "string")),
    "Metadata": (
        _Field("tool_info", 2, "ToolInfo"),
        _Field("project_root", 3, "string"),
        _Field("text_document_encoding", 4, "int32"),
    ),
    "Relationship": (
        _Field("symbol", 1, "string"),
        _Field("is_reference", 2, "bool"),
        _Field("is_implementation", 3, "bool"),
        _Field("is_type_definition", 4, "bool"),
    ),
    # In scip.proto a Document.
    "Signature": (_Field("language", 4, "string"), _Field("text", 5, "string")),
    "SymbolInformation": (
        _Field("symbol", 1, "string"),
        _Field("documentation", 3, "string", repeated=True),
        _Field("relationships", 4, "Relationship", repeated=True),
        _Field("display_name", 6, "string"),
        _Field("signature_documentation", 7, "Signature"),
    ),
    "Occurrence": (
        _Field("range", 1, "int32", repeated=True),
        _Field("symbol", 2, "string"),
        _Field("symbol_roles", 3, "int32"),
        _Field("enclosing_range", 7, "int32", repeated=True),
    ),
    "Document": (
        _Field("relative_path", 1, "string"),
        _Field("occurrences", 2, "Occurrence", repeated=True),
        _Field("symbols", 3, "SymbolInformation", repeated=True),
        _Field("language", 4, "string"),
        _Field("position_encoding", 6, "int32"),
    ),
    "Index": (
        _Field("metadata", 1, "Metadata"),
        _Field("documents", 2, "Document", repeated=True),
    ),
}


class MissingLibraryError(ImportError):
    """The library ``protobuf`` is not installed."""


@cache
def _classes() -> dict[str, Any]:
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # noqa: PLC0415
    except ImportError as error:
        msg = 'an index in SCIP needs protobuf: pip install "sphinx-filedocs[scip]"'
        raise MissingLibraryError(msg) from error
    file = descriptor_pb2.FileDescriptorProto(name="scip.proto", package=_PACKAGE, syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field in fields:
            made = message.field.add(name=field.name, number=field.number)
            made.label = made.LABEL_REPEATED if field.repeated else made.LABEL_OPTIONAL
            if field.type in _SCALARS:
                made.type = getattr(made, f"TYPE_{field.type.upper()}")
            else:
                made.type, made.type_name = made.TYPE_MESSAGE, f".{_PACKAGE}.{field.type}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


def message(name: str) -> Any:  # noqa: ANN401 (the library makes the class)
    """Return a new message.

    :raises MissingLibraryError: when the library is not installed.
    """
    return _classes()[name]()


def metadata(version: str, root: str) -> Any:  # noqa: ANN401 (as above)
    """Return the head of an index.

    :param version: of this program.
    :param root: the address of the root of the tree.
    """
    made = message("Metadata")
    made.tool_info.name, made.tool_info.version = "sphinx-filedocs", version
    made.project_root, made.text_document_encoding = root, _TEXT_UTF8
    return made
