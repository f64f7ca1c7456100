-- What an insert of events does to problems takes one statement for all of them; before, it took two for each. The rows are those that
-- the table had: a problem that has none yet has these events alone, and one that goes on is counted on. The others are computed again:
-- those that are closed or not in order, new ones that an info event may close or whose contact is deleted, and those that an info event
-- of this insert may close. The rows to insert come from the events themselves, and an index finds those that are there whatever a session
-- planned when the table was empty.
CREATE OR REPLACE FUNCTION "problems_after_insert"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  g record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM added
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  FOR g IN
    WITH listed AS (
      SELECT "workspace_id", coalesce("contact_id", "person_id") AS "owner_id", event_reference("properties") AS "reference", "event",
        count(*)::int AS "count", min("occurred_at") AS "first_at", max("occurred_at") AS "last_at",
        (array_agg("received_at" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS "last_received_at",
        (array_agg("id" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS "last_event_id"
      FROM added WHERE "level" = 'problem' GROUP BY 1, 2, 3, 4
    ),
    written AS (
      INSERT INTO "problem" AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
        "last_event_id", "count")
      SELECT n."workspace_id", gen_random_uuid(), n."owner_id", n."reference", n."event", n."first_at", n."last_at", n."last_received_at",
        n."last_event_id", n."count"
      FROM listed n
      ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "count" = p."count" + excluded."count",
        "last_at" = excluded."last_at", "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id"
      WHERE p."closed_at" IS NULL AND p."last_at" < excluded."first_at"
      RETURNING p."workspace_id", p."owner_id", p."reference", p."event", p."first_at"
    )
    SELECT n."workspace_id", n."owner_id", n."reference", n."event" FROM listed n
    EXCEPT
    SELECT w."workspace_id", w."owner_id", w."reference", w."event" FROM written w
    WHERE NOT EXISTS (
      SELECT FROM "event" i
      WHERE i."workspace_id" = w."workspace_id" AND coalesce(i."contact_id", i."person_id") = w."owner_id"
        AND event_reference(i."properties") = w."reference" AND i."level" = 'info' AND event_reference(i."properties") <> ''
        AND i."occurred_at" >= w."first_at"
    ) AND NOT EXISTS (
      SELECT FROM "contact" k WHERE k."workspace_id" = w."workspace_id" AND k."id" = w."owner_id" AND k."deleted_at" IS NOT NULL
    )
    UNION
    SELECT p."workspace_id", p."owner_id", p."reference", p."event"
    FROM (
      SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference
      FROM added WHERE "level" = 'info' AND event_reference("properties") <> ''
    ) i
    CROSS JOIN LATERAL (
      SELECT p.* FROM "problem" p WHERE p."workspace_id" = i."workspace_id" AND p."owner_id" = i.owner_id AND p."reference" = i.reference OFFSET 0
    ) p
  LOOP
    PERFORM refresh_problem(g."workspace_id", g."owner_id", g."reference", g."event");
  END LOOP;
  RETURN NULL;
END $$;
