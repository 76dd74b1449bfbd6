-- The role that `houseway serve` connects as: it adds entries, and can neither change nor remove one, nor take the triggers away.
-- Run once, as the owner of the database, after the owner has made the journal (houseway people open … --db postgresql://owner@…).
CREATE ROLE houseway_app LOGIN;
GRANT USAGE, CREATE ON SCHEMA public TO houseway_app;
GRANT SELECT ON journal_version TO houseway_app;
GRANT SELECT, INSERT ON entries, checkpoints TO houseway_app;
-- The end of the journal moves with every entry.
GRANT SELECT, UPDATE ON head TO houseway_app;
