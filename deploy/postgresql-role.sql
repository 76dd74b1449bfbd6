-- The role that `houseway serve` connects as: it adds entries, and can neither change nor remove one, nor take the triggers away.
-- Run as the owner of the database, after the owner has made the journal (houseway people open … --db postgresql://owner@…).
CREATE ROLE houseway_app LOGIN;
GRANT USAGE, CREATE ON SCHEMA public TO houseway_app;
GRANT SELECT ON journal_version TO houseway_app;
GRANT SELECT, INSERT ON entries, checkpoints TO houseway_app;
-- The end of the journal moves with every entry.
GRANT SELECT, UPDATE ON head TO houseway_app;
-- Accounts, books, snapshots of tables: what the program makes beside the journal, and makes anew, is its own; also what the owner's commands
-- have made so far. None of it is believed against the journal. The block may be run again if the
-- owner's commands make something later.
DO $$
DECLARE
    beside text;
BEGIN
    FOR beside IN
        SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('entries', 'head', 'checkpoints', 'journal_version')
    LOOP
        EXECUTE format('ALTER TABLE public.%I OWNER TO houseway_app', beside);
    END LOOP;
END
$$;
