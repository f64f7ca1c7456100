-- First of all, and in the order in which calls of running instances write: one that waited for events while it has written a contact
-- would end in a deadlock with the trigger of contacts.
LOCK TABLE "contact", "event" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "problem" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_received_at" TIMESTAMPTZ(3) NOT NULL,
    "last_event_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "previous_closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "problem_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "problem_handled" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "problem_handled_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "problem_workspace_id_owner_id_reference_event_key" ON "problem"("workspace_id", "owner_id", "reference", "event");

-- CreateIndex
CREATE INDEX "problem_open_idx" ON "problem"("workspace_id", "owner_id", "last_at") WHERE (closed_at IS NULL);

-- CreateIndex
CREATE INDEX "problem_closed_idx" ON "problem"("workspace_id", "owner_id", "closed_at") WHERE (closed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "problem_handled_workspace_id_owner_id_reference_event_at_idx" ON "problem_handled"("workspace_id", "owner_id", "reference", "event", "at");

-- The reference of an event's properties, as text; '' for none, and for one that is too long for an index.
CREATE FUNCTION "event_reference"("properties" JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length("properties" ->> 'reference') <= 255 THEN "properties" ->> 'reference' ELSE '' END
$$;

-- The problem events of each owner (the contact, or the person without one), reference and name, in the order of time.
CREATE INDEX "event_problem_idx" ON "event"("workspace_id", (coalesce("contact_id", "person_id")), (event_reference("properties")), "event",
  "occurred_at", "received_at", "id") WHERE "level" = 'problem';

-- The events that close problems.
CREATE INDEX "event_closing_idx" ON "event"("workspace_id", (coalesce("contact_id", "person_id")), (event_reference("properties")),
  "occurred_at", "received_at", "id") WHERE "level" = 'info' AND event_reference("properties") <> '';

-- What the events and marks say about one problem, whatever order they came in; no row without an event, and for a deleted contact.
-- Its last event decides whether it is open (closed_at: the first info event or "Handled" after it). The events since the last info
-- event and the last "Handled" before that one are counted; previous_closed_at is when those before were closed.
CREATE FUNCTION "problem_state"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT)
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
$$;

-- Writes down one problem as its events and marks say. Its caller holds the lock of the owner. Marks go with the last event.
-- Without scans of tables: a session keeps the plan of the time when they were small, and would read all of them for each problem.
CREATE FUNCTION "refresh_problem"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO "problem" AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
    "last_event_id", "count", "closed_at", "previous_closed_at")
  SELECT of_workspace, gen_random_uuid(), of_owner, of_reference, of_event, s."first_at", s."last_at", s."last_received_at",
    s."last_event_id", s."count", s."closed_at", s."previous_closed_at"
  FROM problem_state(of_workspace, of_owner, of_reference, of_event) s
  ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "first_at" = excluded."first_at", "last_at" = excluded."last_at",
    "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id", "count" = excluded."count",
    "closed_at" = excluded."closed_at", "previous_closed_at" = excluded."previous_closed_at";
  IF NOT FOUND THEN
    DELETE FROM "problem" p
    WHERE p."workspace_id" = of_workspace AND p."owner_id" = of_owner AND p."reference" = of_reference AND p."event" = of_event;
    DELETE FROM "problem_handled" h
    WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = of_reference AND h."event" = of_event;
  END IF;
END $$;

-- The number of the advisory lock under which the problems of an owner change.
CREATE FUNCTION "problem_lock"("of_workspace" UUID, "of_owner" UUID) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('problems:' || of_workspace::text || ':' || of_owner::text, 0)
$$;

-- The triggers below run once for a statement, and each takes the locks of its owners first: the next query sees what another
-- statement committed, so that a problem and the event that closes it cannot miss each other. Most events have no effect here.

CREATE FUNCTION "problems_after_insert"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  g record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM added
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  FOR g IN
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event",
      count(*)::int AS count, min("occurred_at") AS first_at, max("occurred_at") AS last_at,
      (array_agg("received_at" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS last_received_at,
      (array_agg("id" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS last_event_id
    FROM added WHERE "level" = 'problem' GROUP BY 1, 2, 3, 4
  LOOP
    -- A repeat of an open problem is only counted. What closes it, if that is in the same statement, is seen below.
    UPDATE "problem" p SET "count" = p."count" + g.count, "last_at" = g.last_at, "last_received_at" = g.last_received_at,
      "last_event_id" = g.last_event_id
    WHERE p."workspace_id" = g.workspace_id AND p."owner_id" = g.owner_id AND p."reference" = g.reference AND p."event" = g.event
      AND p."closed_at" IS NULL AND p."last_at" < g.first_at;
    IF NOT FOUND THEN PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event); END IF;
  END LOOP;

  FOR g IN
    SELECT p."workspace_id", p."owner_id", p."reference", p."event"
    FROM (
      SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference
      FROM added WHERE "level" = 'info' AND event_reference("properties") <> ''
    ) i
    CROSS JOIN LATERAL (
      SELECT p.* FROM "problem" p WHERE p."workspace_id" = i."workspace_id" AND p."owner_id" = i.owner_id AND p."reference" = i.reference OFFSET 0
    ) p
  LOOP
    PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event);
  END LOOP;
  RETURN NULL;
END $$;

-- Events move to another owner when a link changes. Their marks go along; they also stay where events of the problem stay.
CREATE FUNCTION "problems_after_update"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
    UNION
    SELECT p."workspace_id", p."owner_id", p."reference", p."event"
    FROM (SELECT DISTINCT m."workspace_id", m.owner_id, m.reference FROM moved m WHERE m."level" = 'info' AND m.reference <> '') i
    CROSS JOIN LATERAL (
      SELECT p.* FROM "problem" p WHERE p."workspace_id" = i."workspace_id" AND p."owner_id" = i.owner_id AND p."reference" = i.reference OFFSET 0
    ) p
  LOOP
    PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "problems_after_delete"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  g record;
BEGIN
  IF NOT EXISTS (SELECT FROM removed WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM removed
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  FOR g IN
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event"
    FROM removed WHERE "level" = 'problem'
    UNION
    SELECT p."workspace_id", p."owner_id", p."reference", p."event"
    FROM (
      SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference
      FROM removed WHERE "level" = 'info' AND event_reference("properties") <> ''
    ) i
    CROSS JOIN LATERAL (
      SELECT p.* FROM "problem" p WHERE p."workspace_id" = i."workspace_id" AND p."owner_id" = i.owner_id AND p."reference" = i.reference OFFSET 0
    ) p
  LOOP
    PERFORM refresh_problem(g.workspace_id, g.owner_id, g.reference, g.event);
  END LOOP;
  RETURN NULL;
END $$;

-- A deleted contact has no problems from the first moment on; its events are removed later.
CREATE FUNCTION "problems_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Events of it may be removed at the same time: what that writes down comes before, or sees that the contact is deleted.
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."id"));
  DELETE FROM "problem" p WHERE p."workspace_id" = NEW."workspace_id" AND p."owner_id" = NEW."id";
  DELETE FROM "problem_handled" h WHERE h."workspace_id" = NEW."workspace_id" AND h."owner_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "problems_after_insert" AFTER INSERT ON "event" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "problems_after_insert"();

CREATE TRIGGER "problems_after_update" AFTER UPDATE ON "event" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "problems_after_update"();

CREATE TRIGGER "problems_after_delete" AFTER DELETE ON "event" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "problems_after_delete"();

CREATE TRIGGER "problems_of_deleted_contact" AFTER UPDATE OF "deleted_at" ON "contact"
FOR EACH ROW WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "problems_of_deleted_contact"();

-- The events that are there.
INSERT INTO "problem" ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at", "last_event_id",
  "count", "closed_at", "previous_closed_at")
SELECT g."workspace_id", gen_random_uuid(), g.owner_id, g.reference, g."event", s."first_at", s."last_at", s."last_received_at",
  s."last_event_id", s."count", s."closed_at", s."previous_closed_at"
FROM (
  SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event"
  FROM "event" WHERE "level" = 'problem'
) g
CROSS JOIN LATERAL problem_state(g."workspace_id", g.owner_id, g.reference, g."event") s;
