-- What a distributed database has besides the migrations (docs/decisions/67). `npm run distribute` and every start apply it, a statement
-- at a time; Citus passes each on to all nodes.

-- A routed write of no row takes Citus' own lock on the shards of a workspace until the end of the transaction: a shard that moves
-- waits for it.
CREATE TABLE IF NOT EXISTS "workspace_shard" ("workspace_id" UUID NOT NULL PRIMARY KEY, "never" BOOLEAN NOT NULL DEFAULT false);

-- As the migrations have them: a node that joined later has none yet.
CREATE OR REPLACE FUNCTION "event_reference"("properties" JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length("properties" ->> 'reference') <= 255 THEN "properties" ->> 'reference' ELSE '' END
$$;

CREATE OR REPLACE FUNCTION "problem_lock"("of_workspace" UUID, "of_owner" UUID) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('problems:' || of_workspace::text || ':' || of_owner::text, 0)
$$;

CREATE OR REPLACE FUNCTION "contact_facets"("of_workspace" UUID, "of_attributes" JSONB) RETURNS BIGINT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(hashtextextended(of_workspace::text || length(a."key")::text || ' ' || a."key" || a."value", 0)), '{}')
  FROM jsonb_each_text(of_attributes) a
$$;

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

-- The triggers run inside a write of a shard, so the lock is held. They name the shards' own tables, because Citus plans no query of a
-- distributed table with the rows of a statement. Each does what its migration says.

CREATE OR REPLACE FUNCTION "problem_state"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT)
RETURNS TABLE (
  "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_received_at" TIMESTAMPTZ, "last_event_id" UUID, "count" INTEGER,
  "closed_at" TIMESTAMPTZ, "previous_closed_at" TIMESTAMPTZ
) LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RAISE EXCEPTION 'problem_state is a part of refresh_problem here.';
END $$;

-- Brings a list of problems up to date, each an object with workspace_id, owner_id, reference and event; they have the shard of
-- `of_workspace`. All of them in one statement, because each costs as much here as several on one PostgreSQL.
CREATE OR REPLACE FUNCTION "refresh_listed_problems"("of_workspace" UUID, "listed" JSONB) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone JSONB;
BEGIN
  IF listed IS NULL THEN RETURN; END IF;
  EXECUTE shard_query(of_workspace, $refresh$
  WITH listed AS (
    SELECT DISTINCT g."workspace_id", g."owner_id", g."reference", g."event"
    FROM jsonb_to_recordset($1::jsonb) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
  ),
  state AS (
  SELECT g."workspace_id", g."owner_id", g."reference", g."event", f."occurred_at" AS "first_at", l."occurred_at" AS "last_at",
    l."received_at" AS "last_received_at", l."id" AS "last_event_id", r."count", x."closed_at", x."previous_closed_at"
  FROM listed g
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = g."reference" AND e."event" = g."event" AND e."level" = 'problem'
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  LEFT JOIN LATERAL (
    SELECT i."occurred_at", i."received_at", i."id" FROM @event@ i
    WHERE i."workspace_id" = g."workspace_id" AND coalesce(i."contact_id", i."person_id") = g."owner_id"
      AND event_reference(i."properties") = g."reference" AND i."level" = 'info' AND event_reference(i."properties") <> ''
      AND (i."occurred_at", i."received_at", i."id") < (l."occurred_at", l."received_at", l."id")
    ORDER BY i."occurred_at" DESC, i."received_at" DESC, i."id" DESC LIMIT 1
  ) c ON true
  LEFT JOIN LATERAL (
    SELECT h."at" FROM @problem_handled@ h
    WHERE h."workspace_id" = g."workspace_id" AND h."owner_id" = g."owner_id" AND h."reference" = g."reference" AND h."event" = g."event"
      AND h."undone_at" IS NULL AND h."at" < l."occurred_at"
    ORDER BY h."at" DESC LIMIT 1
  ) m ON true
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = g."reference" AND e."event" = g."event" AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") > (coalesce(c."occurred_at", '-infinity'), coalesce(c."received_at", '-infinity'),
        coalesce(c."id", '00000000-0000-0000-0000-000000000000'))
      AND e."occurred_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at", e."received_at", e."id" LIMIT 1
  ) f
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = g."reference" AND e."event" = g."event" AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") >= (f."occurred_at", f."received_at", f."id")
  ) r
  LEFT JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = g."reference" AND e."event" = g."event" AND e."level" = 'problem'
      AND (e."occurred_at", e."received_at", e."id") < (f."occurred_at", f."received_at", f."id")
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) p ON true
  CROSS JOIN LATERAL (
    SELECT max(y."closed_at") FILTER (WHERE v."is_last") AS "closed_at", max(y."closed_at") FILTER (WHERE NOT v."is_last") AS "previous_closed_at"
    FROM (VALUES (true, l."occurred_at", l."received_at", l."id"), (false, p."occurred_at", p."received_at", p."id"))
      AS v("is_last", "at", "received_at", "id")
    CROSS JOIN LATERAL (
      SELECT least(
        (SELECT i."occurred_at" FROM @event@ i
          WHERE i."workspace_id" = g."workspace_id" AND coalesce(i."contact_id", i."person_id") = g."owner_id"
            AND event_reference(i."properties") = g."reference" AND i."level" = 'info' AND event_reference(i."properties") <> ''
            AND (i."occurred_at", i."received_at", i."id") > (v."at", v."received_at", v."id")
          ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1),
        (SELECT h."at" FROM @problem_handled@ h
          WHERE h."workspace_id" = g."workspace_id" AND h."owner_id" = g."owner_id" AND h."reference" = g."reference" AND h."event" = g."event"
            AND h."undone_at" IS NULL AND h."at" >= v."at"
          ORDER BY h."at" LIMIT 1)
      ) AS "closed_at" OFFSET 0
    ) y
  ) x
  WHERE NOT EXISTS (
    SELECT FROM @contact@ k WHERE k."workspace_id" = g."workspace_id" AND k."id" = g."owner_id" AND k."deleted_at" IS NOT NULL
  ) AND NOT EXISTS (
    SELECT FROM @erased_person@ k WHERE k."workspace_id" = g."workspace_id" AND k."person_id" = g."owner_id"
  ) AND g."reference" <> ''
  UNION ALL
  SELECT g."workspace_id", g."owner_id", g."reference", g."event", f."first_at", l."occurred_at", l."received_at", l."id", f."count",
    x."at", CASE WHEN b."is_before" THEN m."at" END
  FROM listed g
  CROSS JOIN LATERAL (
    SELECT (
      SELECT h."at" FROM @problem_handled@ h
      WHERE h."workspace_id" = g."workspace_id" AND h."owner_id" = g."owner_id" AND h."reference" = '' AND h."event" = g."event" AND h."undone_at" IS NULL
        AND EXISTS (
          SELECT FROM @event@ e
          WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
            AND event_reference(e."properties") = '' AND e."event" = g."event" AND e."level" = 'problem' AND e."received_at" > h."at"
        )
      ORDER BY h."at" DESC LIMIT 1
    ) AS "at"
  ) m
  CROSS JOIN LATERAL (
    SELECT e."occurred_at", e."received_at", e."id" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = '' AND e."event" = g."event" AND e."level" = 'problem'
      AND e."received_at" > coalesce(m."at", '-infinity')
    ORDER BY e."occurred_at" DESC, e."received_at" DESC, e."id" DESC LIMIT 1
  ) l
  CROSS JOIN LATERAL (
    SELECT min(e."occurred_at") AS "first_at", count(*)::int AS "count" FROM @event@ e
    WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
      AND event_reference(e."properties") = '' AND e."event" = g."event" AND e."level" = 'problem'
      AND e."received_at" > coalesce(m."at", '-infinity')
  ) f
  CROSS JOIN LATERAL (
    SELECT min(h."at") AS "at" FROM @problem_handled@ h
    WHERE h."workspace_id" = g."workspace_id" AND h."owner_id" = g."owner_id" AND h."reference" = '' AND h."event" = g."event" AND h."undone_at" IS NULL
      AND h."at" > coalesce(m."at", '-infinity')
  ) x
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM @event@ e
      WHERE e."workspace_id" = g."workspace_id" AND coalesce(e."contact_id", e."person_id") = g."owner_id"
        AND event_reference(e."properties") = '' AND e."event" = g."event" AND e."level" = 'problem' AND e."received_at" <= m."at"
    ) AS "is_before"
  ) b
  WHERE g."reference" = ''
    AND NOT EXISTS (SELECT FROM @contact@ k WHERE k."workspace_id" = g."workspace_id" AND k."id" = g."owner_id" AND k."deleted_at" IS NOT NULL)
    AND NOT EXISTS (SELECT FROM @erased_person@ k WHERE k."workspace_id" = g."workspace_id" AND k."person_id" = g."owner_id")
),
  written AS (
    INSERT INTO @problem@ AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
      "last_event_id", "count", "closed_at", "previous_closed_at")
    SELECT s."workspace_id", gen_random_uuid(), s."owner_id", s."reference", s."event", s."first_at", s."last_at", s."last_received_at",
      s."last_event_id", s."count", s."closed_at", s."previous_closed_at"
    FROM state s
    ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "first_at" = excluded."first_at", "last_at" = excluded."last_at",
      "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id", "count" = excluded."count",
      "closed_at" = excluded."closed_at", "previous_closed_at" = excluded."previous_closed_at"
    RETURNING p."workspace_id", p."owner_id", p."reference", p."event"
  )
  SELECT jsonb_agg(n) FROM (SELECT * FROM listed EXCEPT SELECT * FROM written) n
  $refresh$, listed::text) INTO gone;
  IF gone IS NULL THEN RETURN; END IF;
  EXECUTE shard_query(of_workspace, $ended$
    DELETE FROM @problem@ p USING jsonb_to_recordset($1::jsonb) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
    WHERE p."workspace_id" = g."workspace_id" AND p."owner_id" = g."owner_id" AND p."reference" = g."reference" AND p."event" = g."event"
  $ended$, gone::text);
  EXECUTE shard_query(of_workspace, $unhandled$
    DELETE FROM @problem_handled@ p USING jsonb_to_recordset($1::jsonb) AS g("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT)
    WHERE p."workspace_id" = g."workspace_id" AND p."owner_id" = g."owner_id" AND p."reference" = g."reference" AND p."event" = g."event"
  $unhandled$, gone::text);
END $$;

CREATE OR REPLACE FUNCTION "refresh_problem"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "of_event" TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listed_problems(of_workspace, jsonb_build_array(
    jsonb_build_object('workspace_id', of_workspace, 'owner_id', of_owner, 'reference', of_reference, 'event', of_event)));
END $$;

CREATE OR REPLACE FUNCTION "problem_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 500 $$;

CREATE OR REPLACE FUNCTION "move_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 200 $$;

CREATE OR REPLACE FUNCTION "refresh_problems_named"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT, "since" TIMESTAMPTZ, "named" TEXT[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  others JSONB;
BEGIN
  EXECUTE shard_query(of_workspace, $close$
    WITH closing AS (
      SELECT p."id", c."occurred_at" AS "at"
      FROM unnest($5::text[]) n
      CROSS JOIN LATERAL (
        SELECT p.* FROM @problem@ p
        WHERE p."workspace_id" = $1::uuid AND p."owner_id" = $2::uuid AND p."reference" = $3::text AND p."event" = n
          AND p."closed_at" IS NULL AND p."last_at" < $4::timestamptz OFFSET 0
      ) p
      CROSS JOIN LATERAL (
        SELECT i."occurred_at" FROM @event@ i
        WHERE i."workspace_id" = $1::uuid AND coalesce(i."contact_id", i."person_id") = $2::uuid
          AND event_reference(i."properties") = $3::text AND i."level" = 'info' AND event_reference(i."properties") <> ''
          AND (i."occurred_at", i."received_at", i."id") > (p."last_at", p."last_received_at", p."last_event_id")
        ORDER BY i."occurred_at", i."received_at", i."id" LIMIT 1
      ) c
    ),
    closed AS (
      UPDATE @problem@ p SET "closed_at" = c."at" FROM closing c
      WHERE p."workspace_id" = $1::uuid AND p."id" = c."id" RETURNING p."event"
    )
    SELECT jsonb_agg(jsonb_build_object('workspace_id', $1::uuid, 'owner_id', $2::uuid, 'reference', $3::text, 'event', o."event"))
    FROM (SELECT n AS "event" FROM unnest($5::text[]) n EXCEPT SELECT "event" FROM closed) o
  $close$, of_workspace::text, of_owner::text, of_reference, refresh_problems_named.since::text, named::text) INTO others;
  PERFORM refresh_listed_problems(of_workspace, others);
END $$;

-- Without the steps while the table of them is on one node only, until `npm run distribute` was run after the upgrade.
CREATE OR REPLACE FUNCTION "refresh_references"("moved" JSONB) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  m RECORD;
  named TEXT[];
  room INTEGER := CASE WHEN EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.problem_refresh'))
    THEN problem_step_size() ELSE 2147483646 END;
BEGIN
  IF moved IS NULL THEN RETURN; END IF;
  FOR m IN
    SELECT r."workspace_id", r."owner_id", r."reference", min(r."since") AS since
    FROM jsonb_to_recordset(moved) AS r("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "since" TIMESTAMPTZ)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    EXECUTE shard_query(m."workspace_id", $named$
      SELECT array_agg(n."event") FROM (
        SELECT f."event" FROM (
          (SELECT p."event", p."last_at", p."closed_at" FROM @problem@ p
            WHERE p."workspace_id" = $1::uuid AND p."owner_id" = $2::uuid AND p."reference" = $3::text AND p."closed_at" IS NULL
            ORDER BY p."last_at" DESC LIMIT $5::int + 1)
          UNION ALL
          (SELECT p."event", p."last_at", p."closed_at" FROM @problem@ p
            WHERE p."workspace_id" = $1::uuid AND p."owner_id" = $2::uuid AND p."reference" = $3::text AND p."closed_at" > $4::timestamptz
            LIMIT $5::int + 1)
        ) f ORDER BY f."closed_at" IS NOT NULL, f."last_at" DESC LIMIT $5::int + 1
      ) n
    $named$, m."workspace_id"::text, m."owner_id"::text, m."reference", m.since::text, room::text) INTO named;
    named := coalesce(named, '{}');
    IF cardinality(named) > room THEN
      EXECUTE shard_query(m."workspace_id", $rest$
        INSERT INTO @problem_refresh@ AS q ("workspace_id", "owner_id", "reference", "since")
        VALUES ($1::uuid, $2::uuid, $3::text, $4::timestamptz)
        ON CONFLICT ("workspace_id", "owner_id", "reference") DO UPDATE SET "next_since" = least(q."next_since", excluded."since")
      $rest$, m."workspace_id"::text, m."owner_id"::text, m."reference", m.since::text);
      named := named[1:room];
    END IF;
    IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(m."workspace_id", m."owner_id", m."reference", m.since, named); END IF;
    room := room - cardinality(named);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "refresh_problem_reference"("of_workspace" UUID, "of_owner" UUID, "of_reference" TEXT) RETURNS BOOLEAN
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  step RECORD;
  named TEXT[];
  is_over BOOLEAN;
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(of_workspace, of_owner));
  EXECUTE shard_query(of_workspace, $step$
    SELECT q.* FROM @problem_refresh@ q
    WHERE q."workspace_id" = $1::uuid AND q."owner_id" = $2::uuid AND q."reference" = $3::text FOR UPDATE
  $step$, of_workspace::text, of_owner::text, of_reference) INTO step;
  IF step."workspace_id" IS NULL THEN RETURN false; END IF;
  EXECUTE shard_query(of_workspace, $named$
    SELECT array_agg(n."event" ORDER BY n."event") FROM (
      SELECT p."event" FROM @problem@ p
      WHERE p."workspace_id" = $1::uuid AND p."owner_id" = $2::uuid AND p."reference" = $3::text AND p."event" > $4::text
        AND (p."closed_at" IS NULL OR p."closed_at" > $5::timestamptz)
      ORDER BY p."event" LIMIT problem_step_size()
    ) n
  $named$, of_workspace::text, of_owner::text, of_reference, step."after"::text, step."since"::text) INTO named;
  named := coalesce(named, '{}');
  IF cardinality(named) > 0 THEN PERFORM refresh_problems_named(of_workspace, of_owner, of_reference, step."since", named); END IF;
  is_over := cardinality(named) < problem_step_size();
  IF is_over AND step."next_since" IS NULL THEN
    EXECUTE shard_query(of_workspace, $ended$
      DELETE FROM @problem_refresh@ q WHERE q."workspace_id" = $1::uuid AND q."owner_id" = $2::uuid AND q."reference" = $3::text
    $ended$, of_workspace::text, of_owner::text, of_reference);
    RETURN false;
  END IF;
  EXECUTE shard_query(of_workspace, $on$
    UPDATE @problem_refresh@ q SET "after" = $4::text, "since" = CASE WHEN $5::boolean THEN q."next_since" ELSE q."since" END,
      "next_since" = CASE WHEN $5::boolean THEN NULL ELSE q."next_since" END
    WHERE q."workspace_id" = $1::uuid AND q."owner_id" = $2::uuid AND q."reference" = $3::text
  $on$, of_workspace::text, of_owner::text, of_reference, CASE WHEN is_over THEN '' ELSE named[cardinality(named)] END, is_over::text);
  RETURN true;
END $$;

-- The same for a list of objects with workspace_id, owner_id, reference, event, level and since when of events that came or went: a problem
-- concerns itself, an info event the problems of its owner with its reference.
CREATE OR REPLACE FUNCTION "refresh_problems_of"("of_workspace" UUID, "moved" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listed_problems(of_workspace, (SELECT jsonb_agg(m) FROM jsonb_array_elements(moved) m WHERE m->>'level' = 'problem'));
  PERFORM refresh_references((SELECT jsonb_agg(m) FROM jsonb_array_elements(moved) m WHERE m->>'level' = 'info' AND m->>'reference' <> ''));
END $$;

CREATE OR REPLACE FUNCTION "problems_after_insert"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  mentioned JSONB;
  changed JSONB;
  late JSONB;
  ws UUID;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM added
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  SELECT jsonb_agg(to_jsonb(n)), (array_agg(n."workspace_id"))[1] INTO mentioned, ws FROM (
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event",
      count(*)::int AS count, min("occurred_at") AS first_at, max("occurred_at") AS last_at, min("received_at") AS first_received_at,
      (array_agg("received_at" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS last_received_at,
      (array_agg("id" ORDER BY "occurred_at" DESC, "received_at" DESC, "id" DESC))[1] AS last_event_id
    FROM added WHERE "level" = 'problem' GROUP BY 1, 2, 3, 4
  ) n;
  IF mentioned IS NOT NULL THEN
    EXECUTE shard_query(ws, $count$
      WITH mentioned AS (
        SELECT n.* FROM jsonb_to_recordset($1::jsonb) AS n("workspace_id" UUID, "owner_id" UUID, "reference" TEXT, "event" TEXT,
          "count" INTEGER, "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_received_at" TIMESTAMPTZ, "last_event_id" UUID, "first_received_at" TIMESTAMPTZ)
      ),
      written AS (
        INSERT INTO @problem@ AS p ("workspace_id", "id", "owner_id", "reference", "event", "first_at", "last_at", "last_received_at",
          "last_event_id", "count")
        SELECT n."workspace_id", gen_random_uuid(), n."owner_id", n."reference", n."event", n."first_at", n."last_at", n."last_received_at",
          n."last_event_id", n."count"
        FROM mentioned n
        ON CONFLICT ("workspace_id", "owner_id", "reference", "event") DO UPDATE SET "count" = p."count" + excluded."count",
          "last_at" = excluded."last_at", "last_received_at" = excluded."last_received_at", "last_event_id" = excluded."last_event_id"
        WHERE p."closed_at" IS NULL AND p."last_at" < excluded."first_at"
        RETURNING p."workspace_id", p."owner_id", p."reference", p."event", p."first_at", p."previous_closed_at"
      )
      SELECT jsonb_agg(c) FROM (
        SELECT n."workspace_id", n."owner_id", n."reference", n."event" FROM mentioned n
        EXCEPT
        SELECT w."workspace_id", w."owner_id", w."reference", w."event" FROM written w
        WHERE NOT EXISTS (
          SELECT FROM @event@ i
          WHERE i."workspace_id" = w."workspace_id" AND coalesce(i."contact_id", i."person_id") = w."owner_id"
            AND event_reference(i."properties") = w."reference" AND i."level" = 'info' AND event_reference(i."properties") <> ''
            AND i."occurred_at" >= w."first_at"
        ) AND NOT EXISTS (
          SELECT FROM @contact@ k WHERE k."workspace_id" = w."workspace_id" AND k."id" = w."owner_id" AND k."deleted_at" IS NOT NULL
        ) AND (w."reference" <> '' OR w."previous_closed_at" IS NULL OR w."previous_closed_at" < (
          SELECT n."first_received_at" FROM mentioned n
          WHERE n."workspace_id" = w."workspace_id" AND n."owner_id" = w."owner_id" AND n."reference" = ''
            AND n."event" = w."event"
        ))
      ) c
    $count$, mentioned::text) INTO changed;
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
          SELECT max(h."at") AS "at" FROM @problem_handled@ h
          WHERE h."workspace_id" = l."workspace_id" AND h."owner_id" = l."owner_id" AND h."reference" = '' AND h."event" = l."event"
            AND h."undone_at" IS NULL
        ) m
        WHERE e."workspace_id" = l."workspace_id" AND e."id" = l."id" AND e."received_at" <= m."at"
      $late$, late::text);
    END IF;
    PERFORM refresh_listed_problems(ws, changed);
  END IF;

  PERFORM refresh_references((
    SELECT jsonb_agg(jsonb_build_object('workspace_id', a."workspace_id", 'owner_id', coalesce(a."contact_id", a."person_id"),
      'reference', event_reference(a."properties"), 'since', a."occurred_at"))
    FROM added a WHERE a."level" = 'info' AND event_reference(a."properties") <> ''
  ));
  RETURN NULL;
END $$;

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

  SELECT "workspace_id" INTO g FROM added LIMIT 1;
  EXECUTE replace($move$
    INSERT INTO @handled@ ("workspace_id", "id", "owner_id", "reference", "event", "at", "account_id", "agent_name", "undone_at")
    SELECT h."workspace_id", gen_random_uuid(), m.owner_id, h."reference", h."event", h."at", h."account_id", h."agent_name", h."undone_at"
    FROM (
      SELECT DISTINCT o."workspace_id", coalesce(o."contact_id", o."person_id") AS former_id,
        coalesce(n."contact_id", n."person_id") AS owner_id, event_reference(o."properties") AS reference, o."event"
      FROM removed o JOIN added n ON n."workspace_id" = o."workspace_id" AND n."id" = o."id"
      WHERE o."level" = 'problem' AND coalesce(n."contact_id", n."person_id") <> coalesce(o."contact_id", o."person_id")
    ) m
    CROSS JOIN LATERAL (
      SELECT h.* FROM @handled@ h
      WHERE h."workspace_id" = m."workspace_id" AND h."owner_id" = m.former_id AND h."reference" = m.reference AND h."event" = m."event"
      OFFSET 0
    ) h
    WHERE NOT EXISTS (
      SELECT FROM @handled@ t
      WHERE t."workspace_id" = h."workspace_id" AND t."owner_id" = m.owner_id AND t."reference" = h."reference" AND t."event" = h."event"
        AND t."at" = h."at" AND t."account_id" = h."account_id" AND t."undone_at" IS NOT DISTINCT FROM h."undone_at"
    )
  $move$, '@handled@', shard_of('problem_handled', g.workspace_id));

  PERFORM refresh_problems_of(g.workspace_id, (SELECT jsonb_agg(m) FROM (
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event", "level",
      "occurred_at" - interval '1 millisecond' AS since FROM added
    UNION ALL
    SELECT "workspace_id", coalesce("contact_id", "person_id"), event_reference("properties"), "event", "level",
      "occurred_at" - interval '1 millisecond' FROM removed
  ) m));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "problems_after_delete"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM removed WHERE "level" = 'problem' OR event_reference("properties") <> '') THEN RETURN NULL; END IF;

  PERFORM pg_advisory_xact_lock(o.lock) FROM (
    SELECT DISTINCT problem_lock("workspace_id", coalesce("contact_id", "person_id")) AS lock FROM removed
    WHERE "level" = 'problem' OR event_reference("properties") <> '' ORDER BY 1
  ) o;

  PERFORM refresh_problems_of((SELECT "workspace_id" FROM removed LIMIT 1), (SELECT jsonb_agg(m) FROM (
    SELECT "workspace_id", coalesce("contact_id", "person_id") AS owner_id, event_reference("properties") AS reference, "event", "level",
      "occurred_at" - interval '1 millisecond' AS since FROM removed
  ) m));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "problems_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."id"));
  EXECUTE format('DELETE FROM %s p WHERE p."workspace_id" = $1 AND p."owner_id" = $2', shard_of('problem', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."id";
  EXECUTE format('DELETE FROM %s p WHERE p."workspace_id" = $1 AND p."owner_id" = $2', shard_of('problem_handled', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "problems_of_erased_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."person_id"));
  EXECUTE format('DELETE FROM %s p WHERE p."workspace_id" = $1 AND p."owner_id" = $2', shard_of('problem', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."person_id";
  EXECUTE format('DELETE FROM %s p WHERE p."workspace_id" = $1 AND p."owner_id" = $2', shard_of('problem_handled', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."person_id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_deleted BOOLEAN;
BEGIN
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s w WHERE w."id" = $1 AND w."deleted_at" IS NOT NULL)', shard_of('workspace', OLD."workspace_id"))
      INTO is_deleted USING OLD."workspace_id";
    IF is_deleted THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.';
END $$;

-- The numbers of the queue are drawn where the row is; Citus gives each node numbers of its own.
CREATE OR REPLACE FUNCTION "search_rows_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws UUID;
BEGIN
  SELECT a."workspace_id" INTO ws FROM added a LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  EXECUTE format($q$INSERT INTO %s ("id", "workspace_id", "kind", "target")
    SELECT nextval('public.search_todo_id_seq'), a."workspace_id", $1::search_kind, a."id" FROM added a$q$, shard_of('search_todo', ws)) USING TG_ARGV[0];
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws UUID;
BEGIN
  SELECT a."workspace_id" INTO ws FROM added a WHERE a."kind" IN ('message', 'note') AND a."author" <> 'system' LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  EXECUTE format($q$INSERT INTO %s ("id", "workspace_id", "kind", "target")
    SELECT nextval('public.search_todo_id_seq'), a."workspace_id", 'message', a."id" FROM added a
    WHERE a."kind" IN ('message', 'note') AND a."author" <> 'system'$q$, shard_of('search_todo', ws));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_row_queued"("of_workspace" UUID, "of_kind" TEXT, "of_target" UUID) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($q$INSERT INTO %s ("id", "workspace_id", "kind", "target") VALUES (nextval('public.search_todo_id_seq'), $1, $2::search_kind, $3)$q$,
    shard_of('search_todo', of_workspace)) USING of_workspace, of_kind, of_target;
END $$;

CREATE OR REPLACE FUNCTION "search_row_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_row_queued(NEW."workspace_id", TG_ARGV[0], NEW."id");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_row_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_row_queued(OLD."workspace_id", TG_ARGV[0], OLD."id");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_events_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names JSONB;
  ws UUID;
BEGIN
  SELECT jsonb_agg(n), (array_agg(n."workspace_id"))[1] INTO names, ws
  FROM (SELECT DISTINCT a."workspace_id", a."event", event_reference(a."properties") AS reference FROM added a) n;
  IF names IS NULL THEN RETURN NULL; END IF;
  EXECUTE shard_query(ws, $q$
    INSERT INTO @search_todo@ ("id", "workspace_id", "kind", "event", "reference")
    SELECT nextval('public.search_todo_id_seq'), (n->>'workspace_id')::uuid, 'event', n->>'event', n->>'reference'
    FROM jsonb_array_elements($1::jsonb) n
    WHERE n->>'reference' <> '' OR NOT EXISTS (
      SELECT FROM @search_event@ s WHERE s."workspace_id" = (n->>'workspace_id')::uuid AND s."event" = n->>'event' AND s."reference" = ''
    )
  $q$, names::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "search_events_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws UUID;
BEGIN
  SELECT r."workspace_id" INTO ws FROM removed r LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  EXECUTE format($q$INSERT INTO %s ("id", "workspace_id", "kind", "event", "reference")
    SELECT nextval('public.search_todo_id_seq'), r.* FROM (
      SELECT DISTINCT r."workspace_id", 'event'::search_kind, r."event", event_reference(r."properties") FROM removed r
    ) r$q$, shard_of('search_todo', ws));
  RETURN NULL;
END $$;

-- As its migration has it. On one node only until `npm run distribute` was run after the upgrade: until then work is found by the sweep.
CREATE OR REPLACE FUNCTION "queue_turn_due"("of_workspace" UUID, "of_queue" TEXT, "at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due TIMESTAMPTZ;
  turns TEXT;
  count INTEGER;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.queue_turn')) THEN RETURN; END IF;
  turns := shard_of('queue_turn', of_workspace);
  LOOP
    due := NULL;
    EXECUTE format('SELECT t."due_at" FROM %s t WHERE t."workspace_id" = $1 AND t."queue" = $2 FOR KEY SHARE', turns)
      INTO due USING of_workspace, of_queue;
    IF due IS NOT NULL THEN
      IF due > at THEN
        EXECUTE format('UPDATE %s t SET "due_at" = $3 WHERE t."workspace_id" = $1 AND t."queue" = $2 AND t."due_at" > $3', turns)
          USING of_workspace, of_queue, at;
      END IF;
      RETURN;
    END IF;
    EXECUTE format('INSERT INTO %s ("workspace_id", "queue", "due_at") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', turns)
      USING of_workspace, of_queue, at;
    GET DIAGNOSTICS count = ROW_COUNT;
    IF count > 0 THEN RETURN; END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "queue_turn_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", TG_ARGV[0], now()) FROM (SELECT DISTINCT "workspace_id" FROM added ORDER BY 1) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turns_of_inbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", a."queue", now()) FROM (
    SELECT DISTINCT "workspace_id", CASE WHEN starts_with("sender", 'f:') THEN 'files' ELSE 'inbound' END AS "queue"
    FROM added WHERE "processed_at" IS NULL ORDER BY 1, 2
  ) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "place_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT i."seq" FROM %s i WHERE i."workspace_id" = $1 AND i."id" = $2', shard_of('chat_item', NEW."workspace_id"))
    INTO NEW."seq" USING NEW."workspace_id", NEW."id";
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', NEW."next_try_at");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', now());
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_push"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'push', NEW."due_at");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", TG_ARGV[0], now());
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "facets_of_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."attributes" = '{}' THEN
    EXECUTE format('DELETE FROM %s f WHERE f."workspace_id" = $1 AND f."contact_id" = $2', shard_of('contact_facet', NEW."workspace_id"))
      USING NEW."workspace_id", NEW."id";
  ELSE
    EXECUTE format($q$INSERT INTO %s ("workspace_id", "contact_id", "facets") VALUES ($1, $2, $3)
      ON CONFLICT ("workspace_id", "contact_id") DO UPDATE SET "facets" = excluded."facets"$q$, shard_of('contact_facet', NEW."workspace_id"))
      USING NEW."workspace_id", NEW."id", contact_facets(NEW."workspace_id", NEW."attributes");
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "contact_seen"("of_workspace" UUID, "of_contact" UUID, "seen_at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  locked INTEGER;
BEGIN
  IF seen_at IS NULL THEN RETURN; END IF;
  EXECUTE format($q$SELECT 1 FROM %s a
    WHERE a."workspace_id" = $1 AND a."contact_id" = $2 AND a."last_seen_at" < $3 - interval '1 minute' FOR UPDATE SKIP LOCKED$q$,
    shard_of('contact_activity', of_workspace)) INTO locked USING of_workspace, of_contact, seen_at;
  IF locked = 1 THEN
    EXECUTE format('UPDATE %s a SET "last_seen_at" = $3 WHERE a."workspace_id" = $1 AND a."contact_id" = $2 AND a."last_seen_at" < $3',
      shard_of('contact_activity', of_workspace)) USING of_workspace, of_contact, seen_at;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "activity_after_events"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  seen JSONB;
  ws UUID;
BEGIN
  SELECT jsonb_agg(n), (array_agg(n."workspace_id"))[1] INTO seen, ws FROM (
    SELECT "workspace_id", "contact_id", max("received_at") AS at FROM added WHERE "contact_id" IS NOT NULL GROUP BY 1, 2
  ) n;
  IF seen IS NULL THEN RETURN NULL; END IF;
  EXECUTE shard_query(ws, $q$
    WITH seen AS (
      SELECT n."workspace_id", n."contact_id", n."at"
      FROM jsonb_to_recordset($1::jsonb) AS n("workspace_id" UUID, "contact_id" UUID, "at" TIMESTAMPTZ)
      CROSS JOIN LATERAL (
        SELECT FROM @contact_activity@ a
        WHERE a."workspace_id" = n."workspace_id" AND a."contact_id" = n."contact_id" AND a."last_seen_at" < n."at" - interval '1 minute'
        LIMIT 1 FOR UPDATE SKIP LOCKED
      ) a
    )
    UPDATE @contact_activity@ a SET "last_seen_at" = s."at" FROM seen s
    WHERE a."workspace_id" = s."workspace_id" AND a."contact_id" = s."contact_id"
  $q$, seen::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_after_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  contact UUID;
BEGIN
  EXECUTE format('SELECT p."contact_id" FROM %s p WHERE p."workspace_id" = $1 AND p."id" = $2', shard_of('person', NEW."workspace_id"))
    INTO contact USING NEW."workspace_id", NEW."person_id";
  IF contact IS NOT NULL THEN PERFORM contact_seen(NEW."workspace_id", contact, NEW."last_message_at"); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_after_link"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at TIMESTAMPTZ;
BEGIN
  EXECUTE format($q$SELECT greatest(
    (SELECT max(h."last_message_at") FROM %s h WHERE h."workspace_id" = $1 AND h."person_id" = $2),
    (SELECT max(e."received_at") FROM %s e WHERE e."workspace_id" = $1 AND e."person_id" = $2)
  )$q$, shard_of('chat', NEW."workspace_id"), shard_of('event', NEW."workspace_id")) INTO at USING NEW."workspace_id", NEW."id";
  PERFORM contact_seen(NEW."workspace_id", NEW."contact_id", at);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_of_new_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE shard_query(NEW."workspace_id", $q$
    INSERT INTO @contact_activity@ ("workspace_id", "contact_id", "last_seen_at")
    VALUES ($1::uuid, $2::uuid, coalesce(greatest(
      (SELECT max(e."received_at") FROM @event@ e WHERE e."workspace_id" = $1::uuid AND e."contact_id" = $2::uuid),
      (SELECT max(h."last_message_at") FROM @person@ q JOIN @chat@ h ON h."workspace_id" = q."workspace_id" AND h."person_id" = q."id"
        WHERE q."workspace_id" = $1::uuid AND q."contact_id" = $2::uuid)
    ), to_timestamp(0)))
    ON CONFLICT DO NOTHING
  $q$, NEW."workspace_id"::text, NEW."id"::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "activity_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM %s a WHERE a."workspace_id" = $1 AND a."contact_id" = $2', shard_of('contact_activity', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."id";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "waiting_since"("of_workspace" UUID, "of_chat" UUID, "before_seq" INTEGER) RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE AS $$
DECLARE
  items TEXT := shard_of('chat_item', of_workspace);
  ended INTEGER;
  asked RECORD;
BEGIN
  EXECUTE format($q$SELECT a."seq" FROM %s a
    WHERE a."workspace_id" = $1 AND a."chat_id" = $2 AND a."kind" = 'message' AND a."author" = 'agent' AND a."seq" < $3
    ORDER BY a."seq" DESC LIMIT 1$q$, items) INTO ended USING of_workspace, of_chat, before_seq;
  LOOP
    EXECUTE format($q$SELECT i."seq", i."created_at" FROM %s i
      WHERE i."workspace_id" = $1 AND i."chat_id" = $2 AND i."kind" = 'message' AND i."author" = 'customer'
        AND i."seq" > coalesce($4, 0) AND i."seq" < $3
      ORDER BY i."seq" LIMIT 1$q$, items) INTO asked USING of_workspace, of_chat, before_seq, ended;
    IF asked."seq" IS NULL THEN RETURN NULL; END IF;

    EXECUTE format($q$SELECT max(n."seq") FROM %s n
      WHERE n."workspace_id" = $1 AND n."chat_id" = $2 AND n."seq" > $4 AND n."seq" < $3
        AND n."kind" = 'note' AND n."author" = 'system' AND n."data" -> 'change' ->> 'what' = 'closed'$q$, items)
      INTO ended USING of_workspace, of_chat, before_seq, asked."seq";
    IF ended IS NULL THEN RETURN asked."created_at"; END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "first_answer_after_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since TIMESTAMPTZ := waiting_since(NEW."workspace_id", NEW."chat_id", NEW."seq");
BEGIN
  IF since IS NULL THEN RETURN NULL; END IF;
  EXECUTE format($q$INSERT INTO %s ("workspace_id", "chat_id", "seq", "channel", "account_id", "asked_at", "answered_at")
    SELECT $1, $2, $3, p."channel", $4, least($5, $6), $6
    FROM %s c JOIN %s p ON p."workspace_id" = c."workspace_id" AND p."id" = c."person_id"
    WHERE c."workspace_id" = $1 AND c."id" = $2$q$,
    shard_of('first_answer', NEW."workspace_id"), shard_of('chat', NEW."workspace_id"), shard_of('person', NEW."workspace_id"))
    USING NEW."workspace_id", NEW."chat_id", NEW."seq", NEW."account_id", since, NEW."created_at";
  RETURN NULL;
END $$;

-- Of an earlier version.
DROP FUNCTION IF EXISTS "shard_call"(UUID, TEXT, TEXT, TEXT[]);
