-- What is written down about problems, one row for each owner, reference and name, as their events and marks say.

CREATE OR REPLACE FUNCTION "event_reference"("properties" JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length("properties" ->> 'reference') <= 255 THEN "properties" ->> 'reference' ELSE '' END
$$;

-- The number of the advisory lock under which the problems of an owner change.
CREATE OR REPLACE FUNCTION "problem_lock"("of_workspace" UUID, "of_owner" UUID) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('problems:' || of_workspace::text || ':' || of_owner::text, 0)
$$;

-- The events of a problem, what closes those of a reference, and the marks that an agent made: all that decides whether one is open.
--- fragment problem_events
      FROM @event@ e
      WHERE e."workspace_id" = :workspace AND coalesce(e."contact_id", e."person_id") = :owner
        AND event_reference(e."properties") = :reference AND e."event" = :event AND e."level" = 'problem'
--- fragment closing_events
      FROM @event@ i
      WHERE i."workspace_id" = :workspace AND coalesce(i."contact_id", i."person_id") = :owner
        AND event_reference(i."properties") = :reference AND i."level" = 'info' AND event_reference(i."properties") <> ''
--- fragment handled_marks
      FROM @problem_handled@ h
      WHERE h."workspace_id" = :workspace AND h."owner_id" = :owner AND h."reference" = :reference AND h."event" = :event
        AND h."undone_at" IS NULL
--- both

-- The rule of problems with a reference: the newest event `l`, the first one `f` since the last closing, their number, and what closed
-- the newest and the one before. It stands in brackets that are opened by who includes it.
--- fragment state_by_reference
    SELECT e."occurred_at", e."received_at", e."id"
INCLUDE problem_events(:workspace, :owner, :reference, :event)
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  LEFT JOIN LATERAL (
    SELECT i."occurred_at", i."received_at", i."id"
INCLUDE closing_events(:workspace, :owner, :reference)
      AND (i."occurred_at", i."received_at", i."id") < (l."occurred_at", l."received_at", l."id")
    ORDER BY i."occurred_at" DESC, i."received_at" DESC, i."id" DESC LIMIT 1
  ) c ON true
  LEFT JOIN LATERAL (
    SELECT h."at"
INCLUDE handled_marks(:workspace, :owner, :reference, :event)
      AND h."at" < l."occurred_at"
    ORDER BY h."at" DESC LIMIT 1
  ) m ON true
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id"
INCLUDE problem_events(:workspace, :owner, :reference, :event)
      AND (e."occurred_at", e."received_at", e."id") > (coalesce(c."occurred_at", '-infinity'), coalesce(c."received_at", '-infinity'),
        coalesce(c."id", '00000000-0000-0000-0000-000000000000'))
      AND e."occurred_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at", e."received_at", e."id" LIMIT 1
  ) f
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count"
INCLUDE problem_events(:workspace, :owner, :reference, :event)
      AND (e."occurred_at", e."received_at", e."id") >= (f."occurred_at", f."received_at", f."id")
  ) r
  LEFT JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id"
INCLUDE problem_events(:workspace, :owner, :reference, :event)
      AND (e."occurred_at", e."received_at", e."id") < (f."occurred_at", f."received_at", f."id")
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) p ON true
  CROSS JOIN LATERAL (
    SELECT max(y."closed_at") FILTER (WHERE v."is_last") AS "closed_at", max(y."closed_at") FILTER (WHERE NOT v."is_last") AS "previous_closed_at"
    FROM (VALUES (true, l."occurred_at", l."received_at", l."id"), (false, p."occurred_at", p."received_at", p."id"))
      AS v("is_last", "at", "received_at", "id")
    CROSS JOIN LATERAL (
      SELECT least(
        (SELECT i."occurred_at"
INCLUDE closing_events(:workspace, :owner, :reference)
            AND (i."occurred_at", i."received_at", i."id") > (v."at", v."received_at", v."id")
          ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1),
        (SELECT h."at"
INCLUDE handled_marks(:workspace, :owner, :reference, :event)
      AND h."at" >= v."at"
          ORDER BY h."at" LIMIT 1)
      ) AS "closed_at" OFFSET 0
    ) y
  ) x
  WHERE NOT EXISTS (SELECT FROM @contact@ k WHERE k."workspace_id" = :workspace AND k."id" = :owner AND k."deleted_at" IS NOT NULL)
    AND NOT EXISTS (SELECT FROM @erased_person@ k WHERE k."workspace_id" = :workspace AND k."person_id" = :owner)
    AND :reference <> ''
--- both

-- The rule of problems without one: only an agent closes them, by when their events arrived.
--- fragment state_by_name
    SELECT (
      SELECT h."at"
INCLUDE handled_marks(:workspace, :owner, '', :event)
        AND EXISTS (
          SELECT
INCLUDE problem_events(:workspace, :owner, '', :event)
            AND e."received_at" > h."at"
        )
      ORDER BY h."at" DESC LIMIT 1
    ) AS "at"
  ) m
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id"
INCLUDE problem_events(:workspace, :owner, '', :event)
      AND e."received_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  CROSS JOIN LATERAL (
    SELECT min(e."occurred_at") AS "first_at", count(*)::int AS "count"
INCLUDE problem_events(:workspace, :owner, '', :event)
      AND e."received_at" > coalesce(m."at", '-infinity')
  ) f
  CROSS JOIN LATERAL (
    SELECT min(h."at") AS "at"
INCLUDE handled_marks(:workspace, :owner, '', :event)
      AND h."at" > coalesce(m."at", '-infinity')
  ) x
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT
INCLUDE problem_events(:workspace, :owner, '', :event)
            AND e."received_at" <= m."at"
    ) AS "is_before"
  ) b
  WHERE :reference = ''
    AND NOT EXISTS (SELECT FROM @contact@ k WHERE k."workspace_id" = :workspace AND k."id" = :owner AND k."deleted_at" IS NOT NULL)
    AND NOT EXISTS (SELECT FROM @erased_person@ k WHERE k."workspace_id" = :workspace AND k."person_id" = :owner)
--- both

--- fragment problem_row
  INSERT INTO @problem@ AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
    "last_event_id", "count", "closed_at", "previous_closed_at")
--- both

--- fragment problem_conflict
  ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "first_at" = excluded."first_at", "last_at" = excluded."last_at",
    "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id", "count" = excluded."count",
    "closed_at" = excluded."closed_at", "previous_closed_at" = excluded."previous_closed_at"
--- both

-- A part of refresh_listed_problems on Citus, where each statement inside a function costs as much as several on one PostgreSQL.
CREATE OR REPLACE FUNCTION "problem_state"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT)
RETURNS TABLE (
  "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_received_at" TIMESTAMPTZ, "last_event_id" UUID, "count" INTEGER,
  "closed_at" TIMESTAMPTZ, "previous_closed_at" TIMESTAMPTZ
) [[postgresql: LANGUAGE sql]][[citus: LANGUAGE plpgsql]] STABLE ROWS 1 AS $$
--- postgresql b5ef7eab
  SELECT f."occurred_at", l."occurred_at", l."received_at", l."id", r."count",
    x."closed_at", x."previous_closed_at"
  FROM (
INCLUDE state_by_reference(of_workspace, of_owner, of_reference, of_event)
  UNION ALL
  SELECT f."first_at", l."occurred_at", l."received_at", l."id", f."count", x."at", CASE WHEN b."is_before" THEN m."at" END
  FROM (
INCLUDE state_by_name(of_workspace, of_owner, of_reference, of_event)
--- citus
BEGIN
  RAISE EXCEPTION 'problem_state is a part of refresh_problem here.';
END
--- both
$$;

--- citus
-- Brings a list of problems up to date, each an object with workspace_id, owner_id, reference and event; they have the shard of
-- `of_workspace`. All of them in one statement.
CREATE OR REPLACE FUNCTION "refresh_listed_problems"("of_workspace" UUID, "listed" JSONB) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone JSONB;
BEGIN
  IF listed IS NULL THEN RETURN; END IF;
  PREPARED ON SHARD OF of_workspace: WITH listed AS (
    SELECT DISTINCT g."workspace_id", g."owner_id", g."reference", g."event"
    FROM jsonb_to_recordset({listed as jsonb}) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
  ),
  state AS (
  SELECT g."workspace_id", g."owner_id", g."reference", g."event", f."occurred_at" AS "first_at", l."occurred_at" AS "last_at",
    l."received_at" AS "last_received_at", l."id" AS "last_event_id", r."count", x."closed_at", x."previous_closed_at"
  FROM listed g
  CROSS JOIN LATERAL (
INCLUDE state_by_reference(g."workspace_id", g."owner_id", g."reference", g."event")
  UNION ALL
  SELECT g."workspace_id", g."owner_id", g."reference", g."event", f."first_at", l."occurred_at", l."received_at", l."id", f."count",
    x."at", CASE WHEN b."is_before" THEN m."at" END
  FROM listed g
  CROSS JOIN LATERAL (
INCLUDE state_by_name(g."workspace_id", g."owner_id", g."reference", g."event")
  ),
  written AS (
INCLUDE problem_row
    SELECT s."workspace_id", gen_random_uuid(), s."owner_id", s."reference", s."event", s."first_at", s."last_at", s."last_received_at",
      s."last_event_id", s."count", s."closed_at", s."previous_closed_at"
    FROM state s
INCLUDE problem_conflict
    RETURNING p."workspace_id", p."owner_id", p."reference", p."event"
  )
  SELECT jsonb_agg(n) INTO gone FROM (SELECT * FROM listed EXCEPT SELECT * FROM written) n;
  IF gone IS NULL THEN RETURN; END IF;
  PREPARED ON SHARD OF of_workspace: DELETE FROM @problem@ p
  USING jsonb_to_recordset({gone as jsonb}) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
  WHERE p."workspace_id" = g."workspace_id" AND p."owner_id" = g."owner_id" AND p."reference" = g."reference" AND p."event" = g."event";
  PREPARED ON SHARD OF of_workspace: DELETE FROM @problem_handled@ p
  USING jsonb_to_recordset({gone as jsonb}) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
  WHERE p."workspace_id" = g."workspace_id" AND p."owner_id" = g."owner_id" AND p."reference" = g."reference" AND p."event" = g."event";
END $$;
--- both

-- Writes down one problem as its events and marks say. Its caller holds the lock of the owner. Marks go with the last event.
-- Without scans of tables: a session keeps the plan of the time when they were small, and would read all of them for each problem.
CREATE OR REPLACE FUNCTION "refresh_problem"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT) RETURNS void
LANGUAGE plpgsql [[postgresql: SET enable_seqscan = off]] AS $$
BEGIN
--- postgresql a4886ffd
INCLUDE problem_row
  SELECT of_workspace, gen_random_uuid(), of_owner, of_reference, of_event, s."first_at", s."last_at", s."last_received_at",
    s."last_event_id", s."count", s."closed_at", s."previous_closed_at"
  FROM problem_state(of_workspace, of_owner, of_reference, of_event) s
INCLUDE problem_conflict;
  IF NOT FOUND THEN
    DELETE FROM @problem@ p
    WHERE p."workspace_id" = of_workspace AND p."owner_id" = of_owner AND p."reference" = of_reference AND p."event" = of_event;
    DELETE FROM @problem_handled@ h
    WHERE h."workspace_id" = of_workspace AND h."owner_id" = of_owner AND h."reference" = of_reference AND h."event" = of_event;
  END IF;
--- citus
  PERFORM refresh_listed_problems(of_workspace, jsonb_build_array(
    jsonb_build_object('workspace_id', of_workspace, 'owner_id', of_owner, 'reference', of_reference, 'event', of_event)));
--- both
END $$;

-- How many problems of references are refreshed at once. A function, so that a test can make it small.
CREATE OR REPLACE FUNCTION "problem_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 500 $$;

-- Refreshes some problems of a reference, by their names, because an info event that happened at `since` or later came or went. The caller
-- has the lock of the owner. One that is open, and whose last event was before, is only closed: nothing else about it can have changed.
CREATE OR REPLACE FUNCTION "refresh_problems_named"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "since" TIMESTAMPTZ, "named" TEXT[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  [[postgresql: other TEXT;]][[citus: others JSONB;]]
BEGIN
  [[postgresql: FOR other IN]][[citus: PREPARED ON SHARD OF of_workspace:]]
    WITH closing AS (
      SELECT p."id", c."occurred_at" AS "at"
      FROM unnest({named as text[]}) n
      CROSS JOIN LATERAL (
        SELECT p.* FROM @problem@ p
        WHERE p."workspace_id" = {of_workspace as uuid} AND p."owner_id" = {of_owner as uuid} AND p."reference" = {of_reference as text} AND p."event" = n
          AND p."closed_at" IS NULL AND p."last_at" < {refresh_problems_named.since as timestamptz} OFFSET 0
      ) p
      CROSS JOIN LATERAL (
        SELECT i."occurred_at"
INCLUDE closing_events({of_workspace as uuid}, {of_owner as uuid}, {of_reference as text})
          AND (i."occurred_at", i."received_at", i."id") > (p."last_at", p."last_received_at", p."last_event_id")
        ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1
      ) c
    ),
    closed AS (
      UPDATE @problem@ p SET "closed_at" = c."at" FROM closing c
      WHERE p."workspace_id" = {of_workspace as uuid} AND p."id" = c."id" RETURNING p."event"
    )
    [[postgresql: SELECT n FROM unnest(named) n EXCEPT SELECT "event" FROM closed
  LOOP
    PERFORM refresh_problem(of_workspace, of_owner, of_reference, other);
  END LOOP;]]
    [[citus: SELECT jsonb_agg(jsonb_build_object('workspace_id', {of_workspace as uuid}, 'owner_id', {of_owner as uuid},
      'reference', {of_reference as text}, 'event', o."event")) INTO others
    FROM (SELECT n AS "event" FROM unnest({named as text[]}) n EXCEPT SELECT "event" FROM closed) o;
  PERFORM refresh_listed_problems(of_workspace, others);]]
END $$;

-- Refreshes what info events concern that came or went: a list of objects with workspace_id, owner_id, reference, and since when problems
-- may differ. One that was closed by then stays as it is. The caller has the locks of the owners. On Citus without the steps while the
-- table of them is on one node only, until `npm run distribute` was run after the upgrade.
CREATE OR REPLACE FUNCTION "refresh_references"("moved" JSONB) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  m RECORD;
  named TEXT[];
  room INTEGER := [[citus: CASE WHEN EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.problem_refresh'))
    THEN ]]problem_step_size()[[citus:  ELSE 2147483646 END]];
BEGIN
  IF moved IS NULL THEN RETURN; END IF;
  FOR m IN
    SELECT r."workspace_id", r."owner_id", r."reference", min(r."since") AS since
    FROM jsonb_to_recordset(moved) AS r("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "since" TIMESTAMPTZ)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    [[postgresql: named := ARRAY(]][[citus: PREPARED ON SHARD OF m."workspace_id": SELECT array_agg(n."event") INTO named FROM (]]
      SELECT f."event" FROM (
        (SELECT p."event", p."last_at", p."closed_at" FROM @problem@ p
          WHERE p."workspace_id" = {m."workspace_id" as uuid} AND p."owner_id" = {m."owner_id" as uuid} AND p."reference" = {m."reference" as text} AND p."closed_at" IS NULL
          ORDER BY p."last_at" DESC LIMIT {room as int} + 1)
        UNION ALL
        (SELECT p."event", p."last_at", p."closed_at" FROM @problem@ p
          WHERE p."workspace_id" = {m."workspace_id" as uuid} AND p."owner_id" = {m."owner_id" as uuid} AND p."reference" = {m."reference" as text} AND p."closed_at" > {m.since as timestamptz}
          LIMIT {room as int} + 1)
      ) f ORDER BY f."closed_at" IS NOT NULL, f."last_at" DESC LIMIT {room as int} + 1
    [[postgresql: );]][[citus: ) n;
    named := coalesce(named, '{}');]]
    IF cardinality(named) > room THEN
      PREPARED ON SHARD OF m."workspace_id": INSERT INTO @problem_refresh@ AS q ("workspace_id", "owner_id", "reference", "since")
      VALUES ({m."workspace_id" as uuid}, {m."owner_id" as uuid}, {m."reference" as text}, {m.since as timestamptz})
      ON CONFLICT ("workspace_id", "owner_id", "reference") DO UPDATE SET "next_since" = least(q."next_since", excluded."since");
      named := named[1:room];
    END IF;
    IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(m."workspace_id", m."owner_id", m."reference", m.since, named); END IF;
    room := room - cardinality(named);
  END LOOP;
END $$;

-- One step of the rest, in the order of the names; after the last one a round begins for what came or went meanwhile. Returns whether
-- something is left.
CREATE OR REPLACE FUNCTION "refresh_problem_reference"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT) RETURNS BOOLEAN
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  step RECORD;
  named TEXT[];
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(of_workspace, of_owner));
  PREPARED ON SHARD OF of_workspace: SELECT * INTO step FROM @problem_refresh@ q
  WHERE q."workspace_id" = {of_workspace as uuid} AND q."owner_id" = {of_owner as uuid} AND q."reference" = {of_reference as text} FOR UPDATE;
  IF [[postgresql: NOT FOUND]][[citus: step."workspace_id" IS NULL]] THEN RETURN false; END IF;
  [[postgresql: named := ARRAY(]][[citus: PREPARED ON SHARD OF of_workspace: SELECT array_agg(n."event" ORDER BY n."event") INTO named FROM (]]
    SELECT p."event" FROM @problem@ p
    WHERE p."workspace_id" = {of_workspace as uuid} AND p."owner_id" = {of_owner as uuid} AND p."reference" = {of_reference as text} AND p."event" > {step."after" as text}
      AND (p."closed_at" IS NULL OR p."closed_at" > {step."since" as timestamptz})
    ORDER BY p."event" LIMIT problem_step_size()
  [[postgresql: );]][[citus: ) n;
  named := coalesce(named, '{}');]]
  IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(of_workspace, of_owner, of_reference, step."since", named); END IF;
  IF cardinality(named) < problem_step_size() AND step."next_since" IS NULL THEN
    PREPARED ON SHARD OF of_workspace: DELETE FROM @problem_refresh@ q WHERE q."workspace_id" = {of_workspace as uuid} AND q."owner_id" = {of_owner as uuid} AND q."reference" = {of_reference as text};
    RETURN false;
  END IF;
  PREPARED ON SHARD OF of_workspace: UPDATE @problem_refresh@ q SET
    "after" = CASE WHEN cardinality({named as text[]}) < problem_step_size() THEN '' ELSE {named as text[]}[cardinality({named as text[]})] END,
    "since" = CASE WHEN cardinality({named as text[]}) < problem_step_size() THEN q."next_since" ELSE q."since" END,
    "next_since" = CASE WHEN cardinality({named as text[]}) < problem_step_size() THEN NULL ELSE q."next_since" END
  WHERE q."workspace_id" = {of_workspace as uuid} AND q."owner_id" = {of_owner as uuid} AND q."reference" = {of_reference as text};
  RETURN true;
END $$;

--- citus
-- The same for a list of objects with workspace_id, owner_id, reference, event, level and since when of events that came or went: a problem
-- concerns itself, an info event the problems of its owner with its reference.
CREATE OR REPLACE FUNCTION "refresh_problems_of"("of_workspace" UUID, "moved" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listed_problems(of_workspace, (SELECT jsonb_agg(m) FROM jsonb_array_elements(moved) m WHERE m->>'level' = 'problem'));
  PERFORM refresh_references((SELECT jsonb_agg(m) FROM jsonb_array_elements(moved) m WHERE m->>'level' = 'info' AND m->>'reference' <> ''));
END $$;
--- both

-- The triggers below run once for a statement, and each takes the locks of its owners first: the next query sees what another
-- transaction has written under them.
CREATE OR REPLACE FUNCTION "problems_after_insert"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  [[postgresql: g record;]][[citus: mentioned JSONB;
  changed JSONB;
  late JSONB;
  ws UUID;]]
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM added
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

--- fragment problems_of_added
      SELECT "workspace_id", coalesce("contact_id", "person_id") AS "owner_id", event_reference("properties") AS "reference", "event",
        count(*)::int AS "count", min("occurred_at") AS "first_at", max("occurred_at") AS "last_at",
        min("received_at") AS "first_received_at",
        (array_agg("received_at" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS "last_received_at",
        (array_agg("id" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS "last_event_id"
      FROM added WHERE "level" = 'problem' GROUP BY 1, 2, 3, 4
--- fragment count_problems
    written AS (
      INSERT INTO @problem@ AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
        "last_event_id", "count")
      SELECT n."workspace_id", gen_random_uuid(), n."owner_id", n."reference", n."event", n."first_at", n."last_at", n."last_received_at",
        n."last_event_id", n."count"
      FROM listed n
      ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "count" = p."count" + excluded."count",
        "last_at" = excluded."last_at", "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id"
      WHERE p."closed_at" IS NULL AND p."last_at" < excluded."first_at"
      RETURNING p."workspace_id", p."owner_id", p."reference", p."event", p."first_at", p."previous_closed_at"
    )
--- fragment uncounted_problems
    SELECT n."workspace_id", n."owner_id", n."reference", n."event" FROM listed n
    EXCEPT
    SELECT w."workspace_id", w."owner_id", w."reference", w."event" FROM written w
    WHERE NOT EXISTS (
      SELECT
INCLUDE closing_events(w."workspace_id", w."owner_id", w."reference")
        AND i."occurred_at" >= w."first_at"
    ) AND NOT EXISTS (
      SELECT FROM @contact@ k WHERE k."workspace_id" = w."workspace_id" AND k."id" = w."owner_id" AND k."deleted_at" IS NOT NULL
    ) AND (w."reference" <> '' OR w."previous_closed_at" IS NULL OR w."previous_closed_at" < (
      SELECT n."first_received_at" FROM listed n
      WHERE n."workspace_id" = w."workspace_id" AND n."owner_id" = w."owner_id" AND n."reference" = '' AND n."event" = w."event"
    ))
--- postgresql c2e17094
  FOR g IN
    WITH listed AS (
INCLUDE problems_of_added
    ),
INCLUDE count_problems
INCLUDE uncounted_problems
  LOOP
    -- What was pressed is visible here, so these events arrived after it, though they may have waited for its lock since before.
    IF g."reference" = '' THEN
      UPDATE @event@ e SET "received_at" = greatest(date_trunc('milliseconds', clock_timestamp()), m."at" + interval '1 millisecond')
      FROM (
        SELECT max(h."at") AS "at"
INCLUDE handled_marks(g."workspace_id", g."owner_id", '', g."event")
      ) m
      WHERE e."workspace_id" = g."workspace_id" AND e."received_at" <= m."at" AND e."id" IN (
        SELECT a."id" FROM added a
        WHERE a."workspace_id" = g."workspace_id" AND coalesce(a."contact_id", a."person_id") = g."owner_id"
          AND event_reference(a."properties") = '' AND a."event" = g."event" AND a."level" = 'problem'
      );
    END IF;
    PERFORM refresh_problem(g."workspace_id", g."owner_id", g."reference", g."event");
  END LOOP;
--- citus
  SELECT jsonb_agg(to_jsonb(n)), (array_agg(n."workspace_id"))[1] INTO mentioned, ws FROM (
INCLUDE problems_of_added
  ) n;
  IF mentioned IS NOT NULL THEN
    PREPARED ON SHARD OF ws: WITH listed AS (
      SELECT n.* FROM jsonb_to_recordset({mentioned as jsonb}) AS n("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT,
        "count" INTEGER, "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_received_at" TIMESTAMPTZ, "last_event_id" UUID, "first_received_at" TIMESTAMPTZ)
    ),
INCLUDE count_problems
    SELECT jsonb_agg(c) INTO changed FROM (
INCLUDE uncounted_problems
    ) c;
    -- What was pressed is visible here, so these events arrived after it, though they may have waited for its lock since before.
    SELECT jsonb_agg(jsonb_build_object('workspace_id', a."workspace_id", 'owner_id', c."owner_id", 'event', a."event", 'id', a."id")) INTO late
    FROM jsonb_to_recordset(changed) AS c("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
    JOIN added a ON a."workspace_id" = c."workspace_id" AND coalesce(a."contact_id", a."person_id") = c."owner_id" AND a."event" = c."event"
    WHERE c."reference" = '' AND event_reference(a."properties") = '' AND a."level" = 'problem';
    IF late IS NOT NULL THEN
      EXECUTE shard_query(ws, $late$
        WITH late AS (
          SELECT l.* FROM jsonb_to_recordset($1::jsonb) AS l("workspace_id" UUID, "owner_id" UUID, "event" TEXT, "id" UUID)
        )
        UPDATE @event@ e SET "received_at" = greatest(date_trunc('milliseconds', clock_timestamp()), m."at" + interval '1 millisecond')
        FROM late l CROSS JOIN LATERAL (
          SELECT max(h."at") AS "at"
INCLUDE handled_marks(l."workspace_id", l."owner_id", '', l."event")
        ) m
        WHERE e."workspace_id" = l."workspace_id" AND e."id" = l."id" AND e."received_at" <= m."at"
      $late$, late::text);
    END IF;
    PERFORM refresh_listed_problems(ws, changed);
  END IF;
--- both

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

--- fragment move_marks
      INSERT INTO @problem_handled@ ("workspace_id", "id", "owner_id", "reference", "event", "at", "account_id", "agent_name", "undone_at")
      SELECT h."workspace_id", gen_random_uuid(), m.owner_id, h."reference", h."event", h."at", h."account_id", h."agent_name", h."undone_at"
      FROM (
        SELECT DISTINCT o."workspace_id", coalesce(o."contact_id", o."person_id") AS former_id,
          coalesce(n."contact_id", n."person_id") AS owner_id, event_reference(o."properties") AS reference, o."event"
        FROM removed o JOIN added n ON n."workspace_id" = o."workspace_id" AND n."id" = o."id"
        WHERE o."level" = 'problem' AND coalesce(n."contact_id", n."person_id") <> coalesce(o."contact_id", o."person_id")
      ) m
      CROSS JOIN LATERAL (
        SELECT h.* FROM @problem_handled@ h
        WHERE h."workspace_id" = m."workspace_id" AND h."owner_id" = m.former_id AND h."reference" = m.reference AND h."event" = m."event"
        OFFSET 0
      ) h
      WHERE NOT EXISTS (
        SELECT FROM @problem_handled@ t
        WHERE t."workspace_id" = h."workspace_id" AND t."owner_id" = m.owner_id AND t."reference" = h."reference" AND t."event" = h."event"
          AND t."at" = h."at" AND t."account_id" = h."account_id" AND t."undone_at" IS NOT DISTINCT FROM h."undone_at"
      )
--- postgresql 580c1fd2
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT "workspace_id", coalesce("contact_id", "person_id") AS owner_id FROM removed WHERE "level" = 'problem') o
    CROSS JOIN LATERAL (
      SELECT FROM @problem_handled@ h WHERE h."workspace_id" = o."workspace_id" AND h."owner_id" = o.owner_id LIMIT 1
    ) h
  ) THEN
    -- Planned anew each time, because a cached plan is that for the few rows of the first time.
    EXECUTE $move$
INCLUDE move_marks
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
--- citus
  SELECT "workspace_id" INTO g FROM added LIMIT 1;
  EXECUTE replace($move$
INCLUDE move_marks
  $move$, '@problem_handled@', shard_of('problem_handled', g.workspace_id));

  PERFORM refresh_problems_of(g.workspace_id, (SELECT jsonb_agg(m) FROM (
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event", "level",
      "occurred_at" - interval '1 millisecond' AS since FROM added
    UNION ALL
    SELECT "workspace_id", coalesce("contact_id", "person_id"), event_reference("properties"), "event", "level",
      "occurred_at" - interval '1 millisecond' FROM removed
  ) m));
--- both
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "problems_after_delete"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
[[postgresql: DECLARE
  g record;]]
BEGIN
  IF NOT EXISTS (SELECT FROM removed WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM removed
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

--- postgresql 17ff5244
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
--- citus
  PERFORM refresh_problems_of((SELECT "workspace_id" FROM removed LIMIT 1), (SELECT jsonb_agg(m) FROM (
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event", "level",
      "occurred_at" - interval '1 millisecond' AS since FROM removed
  ) m));
--- both
  RETURN NULL;
END $$;

-- A deleted contact has no problems from the first moment on; its events are removed later. Events of it may be removed at the same time:
-- what that writes down comes before, or sees that the contact is deleted.
CREATE OR REPLACE FUNCTION "problems_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."id"));
  ON SHARD OF NEW."workspace_id": DELETE FROM @problem@ p WHERE p."workspace_id" = {NEW."workspace_id"} AND p."owner_id" = {NEW."id"};
  ON SHARD OF NEW."workspace_id": DELETE FROM @problem_handled@ h WHERE h."workspace_id" = {NEW."workspace_id"} AND h."owner_id" = {NEW."id"};
  RETURN NULL;
END $$;

-- As for a deleted contact.
CREATE OR REPLACE FUNCTION "problems_of_erased_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."person_id"));
  ON SHARD OF NEW."workspace_id": DELETE FROM @problem@ p WHERE p."workspace_id" = {NEW."workspace_id"} AND p."owner_id" = {NEW."person_id"};
  ON SHARD OF NEW."workspace_id": DELETE FROM @problem_handled@ h WHERE h."workspace_id" = {NEW."workspace_id"} AND h."owner_id" = {NEW."person_id"};
  RETURN NULL;
END $$;
