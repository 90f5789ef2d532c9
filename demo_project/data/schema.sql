-- SPDX-License-Identifier: CC0-1.0
-- The archive of readings (SQLite). A measurement is NULL where its sensor failed.

CREATE TABLE IF NOT EXISTS reading (
    station  TEXT    NOT NULL CHECK (length(station) = 5),
    seconds  INTEGER NOT NULL,
    celsius  REAL,
    humidity INTEGER CHECK (humidity BETWEEN 0 AND 100),
    pressure REAL,
    PRIMARY KEY (station, seconds)
) WITHOUT ROWID;

CREATE VIEW IF NOT EXISTS daily AS
SELECT
    station,
    date(seconds, 'unixepoch') AS day,
    count(*)     AS readings,
    min(celsius) AS coldest,
    avg(celsius) AS mean,
    max(celsius) AS warmest
FROM reading
GROUP BY station, day;
