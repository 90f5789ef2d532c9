-- The tables of store.py, tables.py, resolve/link_tables.py and incremental/recorder.py. Paths are raw bytes, relative to the
-- root; lines are 1-based; seal is a checksum of the columns before it, for SQLite notices no damage
-- inside of a row.

-- A file. state: what says that it has not changed; settled: how long it had been so, in nanoseconds;
-- key: of its facts; told: what its analysis depends on besides; file: with light facts.
CREATE TABLE IF NOT EXISTS files (
    path BLOB PRIMARY KEY, state TEXT, settled INTEGER, key TEXT, told TEXT, file BLOB);
-- The facts of a content.
CREATE TABLE IF NOT EXISTS facts (
    key TEXT PRIMARY KEY, facts BLOB, keywords BLOB, places BLOB, names BLOB);
-- A content that a reader took too long for.
CREATE TABLE IF NOT EXISTS stopped (
    path BLOB, digest TEXT, reader TEXT, trouble BLOB, PRIMARY KEY (path, digest, reader));

-- The authors of a file's lines. key: of all that they follow from; blame: NULL where Git failed.
CREATE TABLE IF NOT EXISTS blame (key TEXT PRIMARY KEY, blame BLOB);

-- A file whose names are linked. file: what is known of it; links: see resolve/link_tables.py.
CREATE TABLE IF NOT EXISTS linked_file (
    number INTEGER PRIMARY KEY, path BLOB UNIQUE, file BLOB, seal INTEGER,
    links BLOB, links_seal INTEGER);
-- What a file defines, as definitions.py has it; file: the number of its file.
CREATE TABLE IF NOT EXISTS linked_definitions (
    file INTEGER PRIMARY KEY, definitions BLOB, seal INTEGER);
-- A name by which others look for what a file defines.
CREATE TABLE IF NOT EXISTS linked_name (
    file INTEGER, name TEXT, seal INTEGER, PRIMARY KEY (file, name)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS linked_name_name ON linked_name (name);

-- A definition: a symbol of an outline (listed, number seq of it) or an attribute or a variable that
-- is none. name: as its outline has it; last: the last part of the qualified name; number: 1-based,
-- of those of this qualified name in the file; alone: whether it is private by its language and its name
-- stands nowhere else in the file.
CREATE TABLE IF NOT EXISTS definition (
    path BLOB, qualified TEXT, number INTEGER, name TEXT, last TEXT, kind TEXT, line INTEGER, signature TEXT,
    listed INTEGER, seq INTEGER, alone INTEGER, seal INTEGER,
    PRIMARY KEY (path, qualified, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS definition_name ON definition (name, path, line);

-- A line that imports a name, in the order in which they stand in the file.
CREATE TABLE IF NOT EXISTS name_import (
    path BLOB, seq INTEGER, name TEXT, line INTEGER, checksum INTEGER, seal INTEGER,
    PRIMARY KEY (path, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS name_import_name ON name_import (name, path);

-- The lines of a file on which it uses a definition, which home, qualified and number name. Where a
-- name may mean one of several definitions, home and qualified are empty and number is 0.
-- crossed: the folder between whose subfolders that is, if it is between two and a line names the
-- definition for certain. hows: places in
-- model.HOWS; lines, checksums: columns of 32-bit numbers, of the lines' text too; kinds: places in
-- model.USE_KINDS; enclosing: the qualified names and numbers of the symbols around the lines, as
-- JSON, and insides: which of them is around each, 1-based, 0 for none.
CREATE TABLE IF NOT EXISTS use (
    path BLOB, home BLOB, qualified TEXT, number INTEGER, name TEXT, crossed BLOB,
    enclosing TEXT, lines BLOB, hows BLOB, checksums BLOB, kinds BLOB, insides BLOB, seal INTEGER,
    PRIMARY KEY (path, home, qualified, number, name)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS use_name ON use (name, home, qualified, number, path);
CREATE INDEX IF NOT EXISTS use_home ON use (home, qualified, number, path);
CREATE INDEX IF NOT EXISTS use_crossed ON use (crossed) WHERE crossed IS NOT NULL;

-- The names in a file of which it is not known for sure what they mean, as JSON; see
-- links/unsure_names.py.
CREATE TABLE IF NOT EXISTS unsure_name (path BLOB PRIMARY KEY, names TEXT, seal INTEGER) WITHOUT ROWID;

-- A result: the links of a file (made: / and its path) or the digest of a part of a page. shape: a
-- digest of its inputs besides the questions; tokens: the questions asked, see index/trace.py.
CREATE TABLE IF NOT EXISTS trace (
    made BLOB PRIMARY KEY, shape TEXT, digest TEXT, tokens BLOB, seal INTEGER
) WITHOUT ROWID;

-- Digests of answers that are worked out for the whole tree in each build that finds a change, by
-- question (a number of index/trace.py) and key: where one differs, what asked is looked at again.
CREATE TABLE IF NOT EXISTS answer (
    question INTEGER, key BLOB, digest TEXT, PRIMARY KEY (question, key)
) WITHOUT ROWID;
