-- What the last build made, and from what: one database beside the doctrees, for all trees.
-- It is read whole when a build begins and written by differences when it has ended well.
-- Pages are named by their document names, files by their paths from the root of their tree.

-- What all the rest follows from and rests on, by name: the code, the checksum of all other rows.
CREATE TABLE made_by (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- A documented tree. inputs: digest of its paths, options and the state of each file; objects: of
-- what inventories and the search show of it; names, linked: how many names stand in its files, and
-- how many of them lead somewhere; languages: how many its files are written in; grammars: what
-- is not installed, as JSON.
CREATE TABLE tree (
    prefix TEXT PRIMARY KEY, inputs TEXT, objects TEXT, names INTEGER, linked INTEGER,
    languages INTEGER, grammars TEXT
) WITHOUT ROWID;

-- A page, what it documents, and a digest of everything that it shows. kind: page, a document of
-- Sphinx; keywords, the keyword index of a file; listing, a part of a long listing, in its order.
CREATE TABLE page (
    prefix TEXT, kind TEXT, docname TEXT, path BLOB, part INTEGER, digest TEXT,
    PRIMARY KEY (prefix, kind, docname)
) WITHOUT ROWID;

-- A file whose content has to be read to know that it is what it was, with the digest of that.
CREATE TABLE unsure (prefix TEXT, path BLOB, digest TEXT, PRIMARY KEY (prefix, path)) WITHOUT ROWID;

-- What is wrong with a file, to be said in each build.
CREATE TABLE diagnostic (
    prefix TEXT, number INTEGER, path BLOB, subtype TEXT, message BLOB, line INTEGER,
    PRIMARY KEY (prefix, number)
) WITHOUT ROWID;

-- What directives on hand-written pages show of a tree, with its digest when it was made last.
CREATE TABLE directive (
    prefix TEXT, path BLOB, digest TEXT, PRIMARY KEY (prefix, path)
) WITHOUT ROWID;

-- A digest of what pages show beyond that: of other pages (what: shown), of other projects
-- (what: external). What these follow from is in made_by: noted, inventory.
CREATE TABLE beyond (
    what TEXT, docname TEXT, digest TEXT, PRIMARY KEY (what, docname)
) WITHOUT ROWID;

-- The pages that a build has begun to read: after one that was killed, their doctrees may be of
-- another state than Sphinx's environment says. Written at once, emptied when that is saved.
CREATE TABLE reading (docname TEXT PRIMARY KEY) WITHOUT ROWID;
