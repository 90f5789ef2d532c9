-- What the last build made, and from what: one database beside the doctrees, for all trees.

-- The state that last_build.py reads whole when a build begins, and writes when it has ended well.
-- code: stands for the program that wrote it.
CREATE TABLE state (code TEXT, data BLOB);

-- The pages that a build has begun to read: after one that was killed, their doctrees may be of
-- another state than Sphinx's environment says. Written at once, emptied when that is saved.
CREATE TABLE reading (docname TEXT PRIMARY KEY) WITHOUT ROWID;
