-- Without a reference nothing is the same matter: "Handled" covers what had arrived when it was pressed, and a problem that arrives
-- later is open, whatever its time. With a reference all is as before: what arrives later and happened before the press is the same matter.

-- What the events and marks say about one problem, whatever order they came in; no row without an event, and for a deleted contact.
-- With a reference its last event decides whether it is open (closed_at: the first info event or "Handled" after it). The events since
-- the last info event and the last "Handled" before that one are counted; previous_closed_at is when those before were closed.
-- Without one it is open while an event is that no "Handled" covers; the events that arrived since the last "Handled" before the newest
-- arrival are counted.
CREATE OR REPLACE FUNCTION "problem_state"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT)
RETURNS TABLE (
  "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_received_at" TIMESTAMPTZ, "last_event_id" UUID, "count" INTEGER,
  "closed_at" TIMESTAMPTZ, "previous_closed_at" TIMESTAMPTZ
) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT f."occurred_at", l."occurred_at", l."received_at", l."id", r."count",
    x."closed_at", x."previous_closed_at"
  FROM (
    SELECT e."occurred_at", e."received_at", e."id" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = of_reference AND e."event" = of_event AND e."level" = 'problem'
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  LEFT JOIN LATERAL (
    SELECT i."occurred_at", i."received_at", i."id" FROM "event" i
    WHERE i."workspace_id" = of_workspace AND coalesce(i."contact_id", i."person_id") = of_owner
      AND event_reference(i."properties") = of_reference AND i."level" = 'info' AND event_reference(i."properties") <> ''
      AND (i."occurred_at", i."received_at", i."id") < (l."occurred_at", l."received_at", l."id")
    ORDER BY i."occurred_at" DESC, i."received_at" DESC, i."id" DESC LIMIT 1
  ) c ON true
  LEFT JOIN LATERAL (
    SELECT h."at" FROM "problem_handled" h
    WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = of_reference AND h."event" = of_event
      AND h."undone_at" IS NULL AND h."at" < l."occurred_at"
    ORDER BY h."at" DESC LIMIT 1
  ) m ON true
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = of_reference AND e."event" = of_event AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") > (coalesce(c."occurred_at", '-infinity'), coalesce(c."received_at", '-infinity'),
        coalesce(c."id", '00000000-0000-0000-0000-000000000000'))
      AND e."occurred_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at", e."received_at", e."id" LIMIT 1
  ) f
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = of_reference AND e."event" = of_event AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") >= (f."occurred_at", f."received_at", f."id")
  ) r
  LEFT JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = of_reference AND e."event" = of_event AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") < (f."occurred_at", f."received_at", f."id")
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) p ON true
  CROSS JOIN LATERAL (
    SELECT max(y."closed_at") FILTER (WHERE v."is_last") AS "closed_at", max(y."closed_at") FILTER (WHERE NOT v."is_last") AS "previous_closed_at"
    FROM (VALUES (true, l."occurred_at", l."received_at", l."id"), (false, p."occurred_at", p."received_at", p."id"))
      AS v("is_last", "at", "received_at", "id")
    CROSS JOIN LATERAL (
      SELECT least(
        (SELECT i."occurred_at" FROM "event" i
          WHERE i."workspace_id" = of_workspace AND coalesce(i."contact_id", i."person_id") = of_owner
            AND event_reference(i."properties") = of_reference AND i."level" = 'info' AND event_reference(i."properties") <> ''
            AND (i."occurred_at", i."received_at", i."id") > (v."at", v."received_at", v."id")
          ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1),
        (SELECT h."at" FROM "problem_handled" h
          WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = of_reference AND h."event" = of_event
            AND h."undone_at" IS NULL AND h."at" >= v."at"
          ORDER BY h."at" LIMIT 1)
      ) AS "closed_at" OFFSET 0
    ) y
  ) x
  WHERE NOT EXISTS (SELECT FROM "contact" k WHERE k."workspace_id" = of_workspace AND k."id" = of_owner AND k."deleted_at" IS NOT NULL)
    AND of_reference <> ''
  UNION ALL
  SELECT f."first_at", l."occurred_at", l."received_at", l."id", f."count", x."at", CASE WHEN b."is_before" THEN m."at" END
  FROM (
    SELECT (
      SELECT h."at" FROM "problem_handled" h
      WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = '' AND h."event" = of_event AND h."undone_at" IS NULL
        AND EXISTS (
          SELECT FROM "event" e
          WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
            AND event_reference(e."properties") = '' AND e."event" = of_event AND e."level" = 'problem' AND e."received_at" > h."at"
        )
      ORDER BY h."at" DESC LIMIT 1
    ) AS "at"
  ) m
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = '' AND e."event" = of_event AND e."level" = 'problem'
      AND e."received_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  CROSS JOIN LATERAL (
    SELECT min(e."occurred_at") AS "first_at", count(*)::int AS "count" FROM "event" e
    WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
      AND event_reference(e."properties") = '' AND e."event" = of_event AND e."level" = 'problem'
      AND e."received_at" > coalesce(m."at", '-infinity')
  ) f
  CROSS JOIN LATERAL (
    SELECT min(h."at") AS "at" FROM "problem_handled" h
    WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = '' AND h."event" = of_event AND h."undone_at" IS NULL
      AND h."at" > coalesce(m."at", '-infinity')
  ) x
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM "event" e
      WHERE e."workspace_id" = of_workspace AND coalesce(e."contact_id", e."person_id") = of_owner
        AND event_reference(e."properties") = '' AND e."event" = of_event AND e."level" = 'problem' AND e."received_at" <= m."at"
    ) AS "is_before"
  ) b
  WHERE of_reference = ''
    AND NOT EXISTS (SELECT FROM "contact" k WHERE k."workspace_id" = of_workspace AND k."id" = of_owner AND k."deleted_at" IS NOT NULL)
$$;

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
  RETURN NULL;
END $$;

-- Events that happened before a "Handled" and arrived after it: an update that changes nothing makes the trigger look at their problems.
UPDATE "event" e SET "received_at" = e."received_at"
FROM "problem_handled" h
WHERE h."reference" = '' AND h."undone_at" IS NULL AND e."workspace_id" = h."workspace_id"
  AND coalesce(e."contact_id", e."person_id") = h."owner_id" AND event_reference(e."properties") = '' AND e."event" = h."event"
  AND e."level" = 'problem' AND e."occurred_at" <= h."at" AND e."received_at" > h."at";
