-- An info event concerns every problem with its reference, of which there may be very many. What it changes at most is refreshed with it,
-- the problems that happened last first; the rest in steps of their own, by a row that is written with the event (docs/decisions/78).

-- A reference of whose problems some are still to be refreshed.
CREATE TABLE "problem_refresh" (
    "workspace_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "after" TEXT NOT NULL DEFAULT '',
    "next_since" TIMESTAMPTZ(3),

    CONSTRAINT "problem_refresh_pkey" PRIMARY KEY ("workspace_id","owner_id","reference")
);

CREATE INDEX IF NOT EXISTS "problem_reference_idx" ON "problem"("workspace_id", "owner_id", "reference", "last_at") WHERE (closed_at IS NULL);

-- How many problems of references are refreshed at once. A function, so that a test can make it small.
CREATE FUNCTION "problem_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 500 $$;

-- Refreshes some problems of a reference, by their names, because an info event that happened at `since` or later came or went. The caller
-- has the lock of the owner. One that is open, and whose last event was before, is only closed: nothing else about it can have changed.
CREATE FUNCTION "refresh_problems_named"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "since" TIMESTAMPTZ, "named" TEXT[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  other TEXT;
BEGIN
  FOR other IN
    WITH closing AS (
      SELECT p."id", c."occurred_at" AS "at"
      FROM unnest(named) n
      CROSS JOIN LATERAL (
        SELECT p.* FROM "problem" p
        WHERE p."workspace_id" = of_workspace AND p."owner_id" = of_owner AND p."reference" = of_reference AND p."event" = n
          AND p."closed_at" IS NULL AND p."last_at" < refresh_problems_named.since OFFSET 0
      ) p
      CROSS JOIN LATERAL (
        SELECT i."occurred_at" FROM "event" i
        WHERE i."workspace_id" = of_workspace AND coalesce(i."contact_id", i."person_id") = of_owner
          AND event_reference(i."properties") = of_reference AND i."level" = 'info' AND event_reference(i."properties") <> ''
          AND (i."occurred_at", i."received_at", i."id") > (p."last_at", p."last_received_at", p."last_event_id")
        ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1
      ) c
    ),
    closed AS (
      UPDATE "problem" p SET "closed_at" = c."at" FROM closing c
      WHERE p."workspace_id" = of_workspace AND p."id" = c."id" RETURNING p."event"
    )
    SELECT n FROM unnest(named) n EXCEPT SELECT "event" FROM closed
  LOOP
    PERFORM refresh_problem(of_workspace, of_owner, of_reference, other);
  END LOOP;
END $$;

-- Refreshes what info events concern that came or went: a list of objects with workspace_id, owner_id, reference, and since when problems
-- may differ. One that was closed by then stays as it is. The caller has the locks of the owners.
CREATE FUNCTION "refresh_references"("moved" JSONB) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  m RECORD;
  named TEXT[];
  room INTEGER := problem_step_size();
BEGIN
  IF moved IS NULL THEN RETURN; END IF;
  FOR m IN
    SELECT r."workspace_id", r."owner_id", r."reference", min(r."since") AS since
    FROM jsonb_to_recordset(moved) AS r("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "since" TIMESTAMPTZ)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    named := ARRAY(
      SELECT f."event" FROM (
        (SELECT p."event", p."last_at", p."closed_at" FROM "problem" p
          WHERE p."workspace_id" = m."workspace_id" AND p."owner_id" = m."owner_id" AND p."reference" = m."reference" AND p."closed_at" IS NULL
          ORDER BY p."last_at" DESC LIMIT room + 1)
        UNION ALL
        (SELECT p."event", p."last_at", p."closed_at" FROM "problem" p
          WHERE p."workspace_id" = m."workspace_id" AND p."owner_id" = m."owner_id" AND p."reference" = m."reference" AND p."closed_at" > m.since
          LIMIT room + 1)
      ) f ORDER BY f."closed_at" IS NOT NULL, f."last_at" DESC LIMIT room + 1
    );
    IF cardinality(named) > room THEN
      INSERT INTO "problem_refresh" AS q ("workspace_id", "owner_id", "reference", "since")
      VALUES (m."workspace_id", m."owner_id", m."reference", m.since)
      ON CONFLICT ("workspace_id", "owner_id", "reference") DO UPDATE SET "next_since" = least(q."next_since", excluded."since");
      named := named[1:room];
    END IF;
    IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(m."workspace_id", m."owner_id", m."reference", m.since, named); END IF;
    room := room - cardinality(named);
  END LOOP;
END $$;

-- One step of the rest, in the order of the names; after the last one a round begins for what came or went meanwhile. Returns whether
-- something is left.
CREATE FUNCTION "refresh_problem_reference"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT) RETURNS BOOLEAN
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  step RECORD;
  named TEXT[];
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(of_workspace, of_owner));
  SELECT * INTO step FROM "problem_refresh" q
  WHERE q."workspace_id" = of_workspace AND q."owner_id" = of_owner AND q."reference" = of_reference FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  named := ARRAY(
    SELECT p."event" FROM "problem" p
    WHERE p."workspace_id" = of_workspace AND p."owner_id" = of_owner AND p."reference" = of_reference AND p."event" > step."after"
      AND (p."closed_at" IS NULL OR p."closed_at" > step."since")
    ORDER BY p."event" LIMIT problem_step_size()
  );
  IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(of_workspace, of_owner, of_reference, step."since", named); END IF;
  IF cardinality(named) < problem_step_size() AND step."next_since" IS NULL THEN
    DELETE FROM "problem_refresh" q WHERE q."workspace_id" = of_workspace AND q."owner_id" = of_owner AND q."reference" = of_reference;
    RETURN false;
  END IF;
  UPDATE "problem_refresh" q SET
    "after" = CASE WHEN cardinality(named) < problem_step_size() THEN '' ELSE named[cardinality(named)] END,
    "since" = CASE WHEN cardinality(named) < problem_step_size() THEN q."next_since" ELSE q."since" END,
    "next_since" = CASE WHEN cardinality(named) < problem_step_size() THEN NULL ELSE q."next_since" END
  WHERE q."workspace_id" = of_workspace AND q."owner_id" = of_owner AND q."reference" = of_reference;
  RETURN true;
END $$;

-- As before, with the problems of references in these steps.
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
        min("received_at") AS "first_received_at",
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
      RETURNING p."workspace_id", p."owner_id", p."reference", p."event", p."first_at", p."previous_closed_at"
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
    ) AND (w."reference" <> '' OR w."previous_closed_at" IS NULL OR w."previous_closed_at" < (
      SELECT n."first_received_at" FROM listed n
      WHERE n."workspace_id" = w."workspace_id" AND n."owner_id" = w."owner_id" AND n."reference" = '' AND n."event" = w."event"
    ))
  LOOP
    -- What was pressed is visible here, so these events arrived after it, though they may have waited for its lock since before.
    IF g."reference" = '' THEN
      UPDATE "event" e SET "received_at" = greatest(date_trunc('milliseconds', clock_timestamp()), m."at" + interval '1 millisecond')
      FROM (
        SELECT max(h."at") AS "at" FROM "problem_handled" h
        WHERE h."workspace_id" = g."workspace_id" AND h."owner_id" = g."owner_id" AND h."reference" = '' AND h."event" = g."event"
          AND h."undone_at" IS NULL
      ) m
      WHERE e."workspace_id" = g."workspace_id" AND e."received_at" <= m."at" AND e."id" IN (
        SELECT a."id" FROM added a
        WHERE a."workspace_id" = g."workspace_id" AND coalesce(a."contact_id", a."person_id") = g."owner_id"
          AND event_reference(a."properties") = '' AND a."event" = g."event" AND a."level" = 'problem'
      );
    END IF;
    PERFORM refresh_problem(g."workspace_id", g."owner_id", g."reference", g."event");
  END LOOP;

  PERFORM refresh_references((
    SELECT jsonb_agg(jsonb_build_object('workspace_id', a."workspace_id", 'owner_id', coalesce(a."contact_id", a."person_id"),
      'reference', event_reference(a."properties"), 'since', a."occurred_at"))
    FROM added a WHERE a."level" = 'info' AND event_reference(a."properties") <> ''
  ));
  RETURN NULL;
END $$;

-- Events move to another owner when a link changes. Their marks go along; they also stay where events of the problem stay.
CREATE OR REPLACE FUNCTION "problems_after_update"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  g record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE "level" = 'problem' OR event_reference("properties") <> '')
    AND NOT EXISTS (SELECT FROM removed WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM added
    WHERE "level" = 'problem' OR event_reference("properties") <> ''
    UNION
    SELECT problem_lock("workspace_id", coalesce("contact_id", "person_id")) FROM removed
    WHERE "level" = 'problem' OR event_reference("properties") <> ''
    ORDER BY 1
  ) o;

  IF EXISTS (
    SELECT FROM (SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id FROM removed WHERE "level" = 'problem') o
    CROSS JOIN LATERAL (
      SELECT FROM "problem_handled" h WHERE h."workspace_id" = o."workspace_id" AND h."owner_id" = o.owner_id LIMIT 1
    ) h
  ) THEN
    -- Planned anew each time, because a cached plan is that for the few rows of the first time.
    EXECUTE $move$
      INSERT INTO "problem_handled" ("workspace_id", "id", "owner_id", "reference", "event", "at", "account_id", "agent_name", "undone_at")
      SELECT h."workspace_id", gen_random_uuid(), m.owner_id, h."reference", h."event", h."at", h."account_id", h."agent_name", h."undone_at"
      FROM (
        SELECT DISTINCT o."workspace_id", coalesce(o."contact_id", o."person_id") AS former_id,
          coalesce(n."contact_id", n."person_id") AS owner_id, event_reference(o."properties") AS reference, o."event"
        FROM removed o JOIN added n ON n."workspace_id" = o."workspace_id" AND n."id" = o."id"
        WHERE o."level" = 'problem' AND coalesce(n."contact_id", n."person_id") <> coalesce(o."contact_id", o."person_id")
      ) m
      CROSS JOIN LATERAL (
        SELECT h.* FROM "problem_handled" h
        WHERE h."workspace_id" = m."workspace_id" AND h."owner_id" = m.former_id AND h."reference" = m.reference AND h."event" = m."event"
        OFFSET 0
      ) h
      WHERE NOT EXISTS (
        SELECT FROM "problem_handled" t
        WHERE t."workspace_id" = h."workspace_id" AND t."owner_id" = m.owner_id AND t."reference" = h."reference" AND t."event" = h."event"
          AND t."at" = h."at" AND t."account_id" = h."account_id" AND t."undone_at" IS NOT DISTINCT FROM h."undone_at"
      )
    $move$;
  END IF;

  FOR g IN
    WITH moved AS (
      SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event", "level" FROM added
      UNION
      SELECT "workspace_id", coalesce("contact_id", "person_id"), event_reference("properties"), "event", "level" FROM removed
    )
    SELECT m."workspace_id", m.owner_id, m.reference, m."event" FROM moved m WHERE m."level" = 'problem'
  LOOP
    PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event);
  END LOOP;

  PERFORM refresh_references((
    SELECT jsonb_agg(jsonb_build_object('workspace_id', m."workspace_id", 'owner_id', coalesce(m."contact_id", m."person_id"),
      'reference', event_reference(m."properties"), 'since', m."occurred_at" - interval '1 millisecond'))
    FROM (SELECT * FROM added UNION ALL SELECT * FROM removed) m WHERE m."level" = 'info' AND event_reference(m."properties") <> ''
  ));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "problems_after_delete"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  g record;
BEGIN
  IF NOT EXISTS (SELECT FROM removed WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM removed
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  FOR g IN
    SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event"
    FROM removed WHERE "level" = 'problem'
  LOOP
    PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event);
  END LOOP;

  PERFORM refresh_references((
    SELECT jsonb_agg(jsonb_build_object('workspace_id', r."workspace_id", 'owner_id', coalesce(r."contact_id", r."person_id"),
      'reference', event_reference(r."properties"), 'since', r."occurred_at" - interval '1 millisecond'))
    FROM removed r WHERE r."level" = 'info' AND event_reference(r."properties") <> ''
  ));
  RETURN NULL;
END $$;

CREATE TRIGGER "turns_of_problems" AFTER INSERT ON "problem_refresh" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('problems');
