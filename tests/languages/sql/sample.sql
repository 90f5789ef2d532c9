-- The tables of the shop.
CREATE SCHEMA shop;

/* What was ordered. */
CREATE TABLE IF NOT EXISTS shop.orders (
    id SERIAL PRIMARY KEY,
    note TEXT DEFAULT 'CREATE TABLE in_string (x INT);'
);

-- CREATE TABLE commented (x INT);
CREATE TABLE "quoted name" (x INT);

-- What is open.
CREATE OR REPLACE VIEW open_orders AS
SELECT id FROM shop.orders WHERE note IS NULL;

CREATE MATERIALIZED VIEW totals AS SELECT count(*) FROM shop.orders;

CREATE TYPE state AS ENUM ('new', 'paid');

CREATE FUNCTION add_one(a INT) RETURNS INT AS $$
BEGIN
    RETURN a + 1;
END;
$$ LANGUAGE plpgsql;

CREATE UNIQUE INDEX orders_note ON shop.orders (note);

CREATE SEQUENCE counter START 1;

CREATE TRIGGER stamp BEFORE UPDATE ON shop.orders
FOR EACH ROW EXECUTE FUNCTION touch();

INSERT INTO shop.orders (note) VALUES ('x');
SELECT * FROM shop.orders;
