-- What was written waits in search_todo, in the same transaction and whichever version wrote it, until an instance has indexed it.
-- On Citus the numbers of the queue are drawn where the row is: Citus gives each node numbers of its own.

CREATE OR REPLACE FUNCTION "search_rows_added"() RETURNS trigger LANGUAGE plpgsql AS $$
[[citus: DECLARE
  ws UUID;]]
BEGIN
  [[citus: SELECT a."workspace_id" INTO ws FROM added a LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;]]
  ON SHARD OF ws: INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "target")
  SELECT [[citus: nextval('public.search_todo_id_seq'), ]]a."workspace_id", {TG_ARGV[0]}::search_kind, a."id" FROM added a;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
[[citus: DECLARE
  ws UUID;]]
BEGIN
  [[citus: SELECT a."workspace_id" INTO ws FROM added a WHERE a."kind" IN ('message', 'note') AND a."author" <> 'system' LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;]]
  ON SHARD OF ws: INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "target")
  SELECT [[citus: nextval('public.search_todo_id_seq'), ]]a."workspace_id", 'message', a."id" FROM added a
  WHERE a."kind" IN ('message', 'note') AND a."author" <> 'system';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_row_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "target")
  VALUES ([[citus: nextval('public.search_todo_id_seq'), ]]{NEW."workspace_id"}, {TG_ARGV[0]}::search_kind, {NEW."id"});
  RETURN NULL;
END $$;

-- A merged contact is found as the one that it is part of, by the userIds of both.
CREATE OR REPLACE FUNCTION "search_contact_merged"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "target")
  SELECT [[citus: nextval('public.search_todo_id_seq'), ]]{NEW."workspace_id"}, 'contact'::search_kind, t."id"
  FROM (VALUES ({NEW."id"}), ({OLD."merged_into_id"}), ({NEW."merged_into_id"})) AS t("id") WHERE t."id" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_row_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF OLD."workspace_id": INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "target")
  VALUES ([[citus: nextval('public.search_todo_id_seq'), ]]{OLD."workspace_id"}, {TG_ARGV[0]}::search_kind, {OLD."id"});
  RETURN NULL;
END $$;

-- An event without a reference is found by its name, of which there is one entry: nearly all of them have nothing to add. With a
-- reference they always do, so that the removal of an entry whose last event was deleted cannot miss a new one.
CREATE OR REPLACE FUNCTION "search_events_added"() RETURNS trigger LANGUAGE plpgsql AS $$
[[citus: DECLARE
  names JSONB;
  ws UUID;]]
BEGIN
  [[citus: SELECT jsonb_agg(n), (array_agg(n."workspace_id"))[1] INTO names, ws
  FROM (SELECT DISTINCT a."workspace_id", a."event", event_reference(a."properties") AS reference FROM added a) n;
  IF names IS NULL THEN RETURN NULL; END IF;]]
  PREPARED ON SHARD OF ws: INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "event", "reference")
  SELECT [[citus: nextval('public.search_todo_id_seq'), ]]n."workspace_id", 'event', n."event", n.reference
  FROM [[postgresql: (SELECT DISTINCT a."workspace_id", a."event", event_reference(a."properties") AS reference FROM added a) n]]
    [[citus: jsonb_to_recordset({names as jsonb}) AS n("workspace_id" UUID, "event" TEXT, "reference" TEXT)]]
  WHERE n.reference <> '' OR NOT EXISTS (
    SELECT FROM @search_event@ s WHERE s."workspace_id" = n."workspace_id" AND s."event" = n."event" AND s."reference" = ''
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_events_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
[[citus: DECLARE
  ws UUID;]]
BEGIN
  [[citus: SELECT r."workspace_id" INTO ws FROM removed r LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;]]
  ON SHARD OF ws: INSERT INTO @search_todo@ ([[citus: "id", ]]"workspace_id", "kind", "event", "reference")
  SELECT [[citus: nextval('public.search_todo_id_seq'), r.* FROM (SELECT ]]DISTINCT r."workspace_id", 'event'::search_kind, r."event", event_reference(r."properties")
  FROM removed r[[citus: ) r]];
  RETURN NULL;
END $$;
