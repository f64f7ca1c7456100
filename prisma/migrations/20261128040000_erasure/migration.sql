-- Erasing people, and deleting workspaces (docs/decisions/72 and 73). What only adds runs beside instances of the previous version.

-- First of all, and in the order in which calls of running instances lock and write.
LOCK TABLE "workspace", "chat", "chat_item", "chat_read", "action_call", "outbound_message", "attachment" IN ACCESS EXCLUSIVE MODE;

-- Somebody who was erased: their row of "person" stays empty until the events that point to it are removed.
CREATE TABLE "erased_person" (
    "workspace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "former_names" TEXT[],

    CONSTRAINT "erased_person_pkey" PRIMARY KEY ("workspace_id","person_id")
);

-- Their chats, whose rows are gone: what belonged to them is removed by these.
CREATE TABLE "erased_chat" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_chat_pkey" PRIMARY KEY ("workspace_id","chat_id")
);

-- A chat goes before what belongs to it, of which there may be very much. Whatever adds to a chat locks its row or reads it in the same
-- statement.
ALTER TABLE "chat_item" DROP CONSTRAINT "chat_item_workspace_id_chat_id_fkey";
ALTER TABLE "chat_read" DROP CONSTRAINT "chat_read_workspace_id_chat_id_fkey";
ALTER TABLE "action_call" DROP CONSTRAINT "action_call_workspace_id_chat_id_fkey";
ALTER TABLE "outbound_message" DROP CONSTRAINT "outbound_message_workspace_id_chat_id_fkey";
ALTER TABLE "attachment" DROP CONSTRAINT "attachment_workspace_id_chat_id_fkey";

-- A workspace that is being deleted.
ALTER TABLE "workspace" ADD COLUMN "deleted_at" TIMESTAMPTZ(3), ADD COLUMN "former_slug" TEXT;

-- The audit log goes with its workspace, and only then.
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM "workspace" w WHERE w."id" = OLD."workspace_id" AND w."deleted_at" IS NOT NULL) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.';
END $$;

-- As before, and no row for somebody who was erased either.
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
    AND NOT EXISTS (SELECT FROM "erased_person" k WHERE k."workspace_id" = of_workspace AND k."person_id" = of_owner)
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
    AND NOT EXISTS (SELECT FROM "erased_person" k WHERE k."workspace_id" = of_workspace AND k."person_id" = of_owner)
$$;

-- As for a deleted contact: what the removal of events writes down at the same time comes before, or sees that the person is erased.
CREATE FUNCTION "problems_of_erased_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(problem_lock(NEW."workspace_id", NEW."person_id"));
  DELETE FROM "problem" p WHERE p."workspace_id" = NEW."workspace_id" AND p."owner_id" = NEW."person_id";
  DELETE FROM "problem_handled" h WHERE h."workspace_id" = NEW."workspace_id" AND h."owner_id" = NEW."person_id";
  RETURN NULL;
END $$;

CREATE TRIGGER "problems_of_erased_person" AFTER INSERT ON "erased_person"
FOR EACH ROW EXECUTE FUNCTION "problems_of_erased_person"();
