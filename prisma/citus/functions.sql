-- What a distributed database has besides the migrations (docs/decisions/67). `npm run distribute` and every start apply it, a statement
-- at a time; Citus passes each on to all nodes.

-- A routed write of no row takes Citus' own lock on the shards of a workspace until the end of the transaction: a shard that moves
-- waits for it.
CREATE TABLE IF NOT EXISTS "workspace_shard" ("workspace_id" UUID NOT NULL PRIMARY KEY, "never" BOOLEAN NOT NULL DEFAULT false);

-- The table that holds a workspace's rows, on the node that has them.
CREATE OR REPLACE FUNCTION "shard_of"("of_table" TEXT, "of_workspace" UUID) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT 'public.' || of_table || '_' || get_shard_id_for_distribution_column(of_table::regclass, of_workspace)
$$;

-- The name of a statement that this session has prepared for the shards of a workspace; @table@ stands for a table.
CREATE OR REPLACE FUNCTION "shard_statement"("of_workspace" UUID, "known_as" TEXT, "statement" TEXT) RETURNS TEXT LANGUAGE plpgsql AS $$
DECLARE
  place TEXT := 's' || get_shard_id_for_distribution_column('contact', of_workspace) || '_' || known_as;
  t TEXT;
BEGIN
  IF current_setting('beside.' || place, true) = 'prepared' THEN RETURN place; END IF;
  -- A transaction that was rolled back takes the setting along, and leaves the statement.
  IF NOT EXISTS (SELECT FROM pg_prepared_statements p WHERE p."name" = place) THEN
    FOR t IN SELECT DISTINCT m[1] FROM regexp_matches(statement, '@([a-z_]+)@', 'g') m LOOP
      statement := replace(statement, '@' || t || '@', shard_of(t, of_workspace));
    END LOOP;
    EXECUTE 'prepare ' || place || ' as ' || statement;
  END IF;
  PERFORM set_config('beside.' || place, 'prepared', false);
  RETURN place;
END $$;

-- The same with its parameters, to be executed. Its text names it: sessions outlive these functions, and have the statements of older ones.
CREATE OR REPLACE FUNCTION "shard_query"("of_workspace" UUID, "statement" TEXT, VARIADIC "args" TEXT[]) RETURNS TEXT LANGUAGE plpgsql AS $$
BEGIN
  RETURN format('execute %s%s', shard_statement(of_workspace, md5(statement), statement),
    '(' || (SELECT string_agg(quote_nullable(a), ',' ORDER BY o) FROM unnest(args) WITH ORDINALITY t(a, o)) || ')');
END $$;

-- Runs a statement whole on the node of its workspaces, which have one shard. All of it is PostgreSQL there, with one plan for a session.
-- It must be called on that node.
CREATE OR REPLACE FUNCTION "on_shard_here"("the_workspace" UUID, "others" JSONB, "writes" BOOLEAN, "known_as" TEXT, "statement" TEXT, "args" JSONB)
RETURNS SETOF JSONB LANGUAGE plpgsql AS $$
DECLARE
  at BIGINT := get_shard_id_for_distribution_column('contact', the_workspace);
  r RECORD;
BEGIN
  IF writes THEN
    -- The same lock, in its mode SHARE, at a tenth of the time; versions of Citus let only superusers ask for it by itself.
    IF current_setting('is_superuser') = 'on' THEN
      PERFORM lock_shard_metadata(5, ARRAY[at]);
    ELSE
      UPDATE "workspace_shard" s SET "never" = false WHERE s."workspace_id" = the_workspace AND s."never";
    END IF;
  END IF;
  -- The shard may have moved before the lock was there, or been split, since the caller looked.
  IF NOT EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group g ON g.groupid = p.groupid WHERE p.shardid = at)
    OR EXISTS (SELECT FROM jsonb_array_elements_text(others) o WHERE get_shard_id_for_distribution_column('contact', o::uuid) <> at) THEN
    RAISE EXCEPTION 'The shard of this workspace has moved.' USING ERRCODE = 'serialization_failure';
  END IF;
  -- No parameters, no parentheses: those of nothing are nothing.
  FOR r IN EXECUTE format('execute %s%s', shard_statement(the_workspace, known_as, statement),
    '(' || (SELECT string_agg(quote_nullable(a), ',' ORDER BY o) FROM jsonb_array_elements_text(args) WITH ORDINALITY t(a, o)) || ')') LOOP
    RETURN NEXT to_jsonb(r);
  END LOOP;
END $$;

-- The same, called anywhere: Citus passes it on to the node of the workspace.
CREATE OR REPLACE FUNCTION "on_shard"("the_workspace" UUID, "others" JSONB, "writes" BOOLEAN, "known_as" TEXT, "statement" TEXT, "args" JSONB)
RETURNS SETOF JSONB LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT * FROM on_shard_here(the_workspace, others, writes, known_as, statement, args);
END $$;

-- The functions of the migrations follow, made from prisma/functions. The triggers run inside a write of a shard, so the lock is held. They name
-- the shards' own tables, because Citus plans no query of a distributed table with the rows of a statement.

-- An earlier version had this one.
DROP FUNCTION IF EXISTS "shard_call"(UUID, TEXT, TEXT, TEXT[]);
