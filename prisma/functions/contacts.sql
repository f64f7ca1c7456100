-- A number for each attribute with its value, of one workspace: an index of arrays finds the contacts with an attribute, and reads
-- nothing of other workspaces. Two may have one number, so a query also compares the value.
CREATE OR REPLACE FUNCTION "contact_facets"("of_workspace" UUID, "of_attributes" JSONB) RETURNS BIGINT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(hashtextextended(of_workspace::text || length(a."key")::text || ' ' || a."key" || a."value", 0)), '{}')
  FROM jsonb_each_text(of_attributes) a
$$;

-- A contact without attributes has no row; a deleted one has none of them.
CREATE OR REPLACE FUNCTION "facets_of_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."attributes" = '{}' THEN
    ON SHARD OF NEW."workspace_id": DELETE FROM @contact_facet@ f WHERE f."workspace_id" = {NEW."workspace_id"} AND f."contact_id" = {NEW."id"};
  ELSE
    ON SHARD OF NEW."workspace_id": INSERT INTO @contact_facet@ ("workspace_id", "contact_id", "facets")
    VALUES ({NEW."workspace_id"}, {NEW."id"}, {contact_facets(NEW."workspace_id", NEW."attributes")})
    ON CONFLICT ("workspace_id", "contact_id") DO UPDATE SET "facets" = excluded."facets";
  END IF;
  RETURN NULL;
END $$;

-- Writes down that a contact was seen, to the minute: of many events in a row, one is written. It waits for no lock, so that it takes
-- part in no circle of waiting transactions: whoever has the lock writes a time of now, too.
CREATE OR REPLACE FUNCTION "contact_seen"("of_workspace" UUID, "of_contact" UUID, "seen_at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
[[citus: DECLARE
  locked INTEGER;]]
BEGIN
  [[citus: IF seen_at IS NULL THEN RETURN; END IF;]]
  ON SHARD OF of_workspace: [[postgresql: PERFORM]][[citus: SELECT 1 INTO locked]] FROM @contact_activity@ a
  WHERE a."workspace_id" = {of_workspace} AND a."contact_id" = {of_contact} AND a."last_seen_at" < {seen_at} - interval '1 minute'
  FOR UPDATE SKIP LOCKED;
  IF [[postgresql: FOUND]][[citus: locked = 1]] THEN
    ON SHARD OF of_workspace: UPDATE @contact_activity@ a SET "last_seen_at" = {seen_at}
    WHERE a."workspace_id" = {of_workspace} AND a."contact_id" = {of_contact} AND a."last_seen_at" < {seen_at};
  END IF;
END $$;

-- As contact_seen does, with one look-up for those that were seen within the minute: most of them.
CREATE OR REPLACE FUNCTION "activity_after_events"() RETURNS trigger LANGUAGE plpgsql [[citus: SET enable_seqscan = off]] AS $$
--- postgresql a5d2d255
DECLARE
  g record;
BEGIN
  FOR g IN
    SELECT n."workspace_id", n."contact_id", n.at FROM (
      SELECT "workspace_id", "contact_id", max("received_at") AS at FROM added WHERE "contact_id" IS NOT NULL GROUP BY 1, 2
    ) n CROSS JOIN LATERAL (
      SELECT FROM @contact_activity@ a
      WHERE a."workspace_id" = n."workspace_id" AND a."contact_id" = n."contact_id" AND a."last_seen_at" < n.at - interval '1 minute'
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) a
  LOOP
    UPDATE @contact_activity@ a SET "last_seen_at" = g.at WHERE a."workspace_id" = g."workspace_id" AND a."contact_id" = g."contact_id";
  END LOOP;
--- citus
DECLARE
  seen JSONB;
  ws UUID;
BEGIN
  SELECT jsonb_agg(n), (array_agg(n."workspace_id"))[1] INTO seen, ws FROM (
    SELECT "workspace_id", "contact_id", max("received_at") AS at FROM added WHERE "contact_id" IS NOT NULL GROUP BY 1, 2
  ) n;
  IF seen IS NULL THEN RETURN NULL; END IF;
  PREPARED ON SHARD OF ws: WITH seen AS (
    SELECT n."workspace_id", n."contact_id", n."at"
    FROM jsonb_to_recordset({seen as jsonb}) AS n("workspace_id" UUID, "contact_id" UUID, "at" TIMESTAMPTZ)
    CROSS JOIN LATERAL (
      SELECT FROM @contact_activity@ a
      WHERE a."workspace_id" = n."workspace_id" AND a."contact_id" = n."contact_id" AND a."last_seen_at" < n."at" - interval '1 minute'
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) a
  )
  UPDATE @contact_activity@ a SET "last_seen_at" = s."at" FROM seen s
  WHERE a."workspace_id" = s."workspace_id" AND a."contact_id" = s."contact_id";
--- both
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_after_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": PERFORM contact_seen(p."workspace_id", p."contact_id", {NEW."last_message_at"}) FROM @person@ p
  WHERE p."workspace_id" = {NEW."workspace_id"} AND p."id" = {NEW."person_id"} AND p."contact_id" IS NOT NULL;
  RETURN NULL;
END $$;

-- A person who is linked to a contact brings their messages and events along. An end of the link takes nothing back.
CREATE OR REPLACE FUNCTION "activity_after_link"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": PERFORM contact_seen({NEW."workspace_id"}, {NEW."contact_id"}, greatest(
    (SELECT max(h."last_message_at") FROM @chat@ h WHERE h."workspace_id" = {NEW."workspace_id"} AND h."person_id" = {NEW."id"}),
    (SELECT max(e."received_at") FROM @event@ e WHERE e."workspace_id" = {NEW."workspace_id"} AND e."person_id" = {NEW."id"})
  ));
  RETURN NULL;
END $$;

-- 1970 for a contact that was never seen. One statement may create a contact, link people to it and record its events, and this may run
-- last: it reads what the other triggers could not write.
CREATE OR REPLACE FUNCTION "activity_of_new_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PREPARED ON SHARD OF NEW."workspace_id": INSERT INTO @contact_activity@ ("workspace_id", "contact_id", "last_seen_at")
  VALUES ({NEW."workspace_id" as uuid}, {NEW."id" as uuid}, coalesce(greatest(
    (SELECT max(e."received_at") FROM @event@ e WHERE e."workspace_id" = {NEW."workspace_id" as uuid} AND e."contact_id" = {NEW."id" as uuid}),
    (SELECT max(h."last_message_at") FROM @person@ q JOIN @chat@ h ON h."workspace_id" = q."workspace_id" AND h."person_id" = q."id"
      WHERE q."workspace_id" = {NEW."workspace_id" as uuid} AND q."contact_id" = {NEW."id" as uuid})
  ), to_timestamp(0)))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": DELETE FROM @contact_activity@ a WHERE a."workspace_id" = {NEW."workspace_id"} AND a."contact_id" = {NEW."id"};
  RETURN NULL;
END $$;
