-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT,
    "types" TEXT[],
    "content" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT NOT NULL DEFAULT '',
    "sealed" TEXT NOT NULL,
    "sealed_before" TEXT,
    "before_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "last_success_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failed_events" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "paused_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,
    "content" JSONB,
    "contact_id" UUID,
    "person_id" UUID,
    "chat_id" UUID,
    "position" BIGINT,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "workspace_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "is_retry" BOOLEAN NOT NULL DEFAULT false,
    "is_replay" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("workspace_id","event_id","endpoint_id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "url" TEXT NOT NULL,
    "took_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "reason" TEXT,
    "reply_body" TEXT,
    "is_delivered" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_event_workspace_id_at_id_idx" ON "webhook_event"("workspace_id", "at", "id");

-- CreateIndex
CREATE INDEX "webhook_event_position_idx" ON "webhook_event"("workspace_id", "position") WHERE ("position" IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_event_unnumbered_idx" ON "webhook_event"("workspace_id", "at", "id") WHERE ("position" IS NULL);

-- CreateIndex
CREATE INDEX "webhook_event_contact_idx" ON "webhook_event"("workspace_id", "contact_id") WHERE (contact_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_event_person_idx" ON "webhook_event"("workspace_id", "person_id") WHERE (person_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_delivery_workspace_id_endpoint_id_at_event_id_idx" ON "webhook_delivery"("workspace_id", "endpoint_id", "at", "event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_waiting_idx" ON "webhook_delivery"("workspace_id", "endpoint_id", "is_retry", "due_at") WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

-- CreateIndex
CREATE INDEX "webhook_attempt_workspace_id_event_id_endpoint_id_at_idx" ON "webhook_attempt"("workspace_id", "event_id", "endpoint_id", "at");

-- CreateIndex
CREATE INDEX "webhook_attempt_workspace_id_at_idx" ON "webhook_attempt"("workspace_id", "at");

CREATE OR REPLACE FUNCTION "webhook_wanted"("of_workspace" UUID, VARIADIC "of_types" TEXT[]) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_wanted BOOLEAN;
BEGIN
  
  SELECT true INTO is_wanted FROM "webhook_endpoint" e
  WHERE e."workspace_id" = of_workspace AND e."types" && of_types LIMIT 1;
  RETURN coalesce(is_wanted, false);
END $$;

CREATE OR REPLACE FUNCTION "webhook_add"("of_workspace" UUID, "of_type" TEXT, "of_contact" UUID, "of_person" UUID, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(facts::text) + octet_length(coalesce(written, '[]')::text) > 18000 THEN
    written := jsonb_build_object('contentOmitted', true);
  END IF;
  WITH asked AS MATERIALIZED (
    SELECT e."id", e."content", e."url", e."disabled_at" FROM "webhook_endpoint" e
    WHERE e."workspace_id" = of_workspace AND of_type = ANY (e."types")
  ), added AS (
    INSERT INTO "webhook_event" ("workspace_id", "id", "type", "at", "data", "content", "contact_id", "person_id", "chat_id")
    SELECT of_workspace, gen_random_uuid(), of_type, w."at",
      jsonb_build_object('userId', c."user_id") || facts
        || jsonb_build_object('sequence', floor(extract(epoch FROM w."at") * 1000000)::bigint),
      CASE WHEN w."content" THEN written END, c."id", p."id", of_chat
    FROM (SELECT clock_timestamp() AS "at", bool_or(a."content") AS "content" FROM asked a HAVING count(*) > 0) w
    LEFT JOIN "contact" c ON c."workspace_id" = of_workspace AND c."id" = of_contact
    LEFT JOIN "person" p ON p."workspace_id" = of_workspace AND p."id" = of_person
    RETURNING "id", "at"
  )
  INSERT INTO "webhook_delivery" ("workspace_id", "event_id", "endpoint_id", "state", "at", "due_at")
  SELECT of_workspace, n."id", a."id", CASE WHEN a."disabled_at" IS NULL THEN 'waiting' ELSE 'skipped' END, n."at", n."at"
  FROM added n CROSS JOIN asked a WHERE a."url" IS NOT NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_events"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  n RECORD;
BEGIN
  FOR n IN
    SELECT a.* FROM (SELECT DISTINCT "workspace_id" FROM added) w JOIN added a ON a."workspace_id" = w."workspace_id"
    WHERE webhook_wanted(w."workspace_id", 'event.received') ORDER BY a."workspace_id"
  LOOP
    PERFORM webhook_add(n."workspace_id", 'event.received', n."contact_id", n."person_id", NULL, jsonb_build_object(
      'eventId', n."id", 'event', n."event", 'level', n."level", 'reference', nullif(event_reference(n."properties"), ''),
      'occurredAt', webhook_time(n."occurred_at"), 'receivedAt', webhook_time(n."received_at")
    ), jsonb_build_object('properties', n."properties"));
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhook_time"("at" TIMESTAMPTZ) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_char(at AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

CREATE OR REPLACE FUNCTION "webhooks_of_problem"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE WHEN NEW."closed_at" IS NOT NULL THEN 'problem.closed' WHEN TG_OP = 'INSERT' THEN 'problem.opened' ELSE 'problem.reopened' END;
BEGIN
  IF TG_OP = 'INSERT' AND NEW."last_received_at" < now() - interval '5 seconds' THEN RETURN NULL; END IF;
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    PERFORM webhook_add(NEW."workspace_id", of_type, NEW."owner_id", NEW."owner_id", NULL, jsonb_build_object(
      'problemId', NEW."id", 'event', NEW."event", 'reference', nullif(NEW."reference", ''), 'count', NEW."count",
      'firstAt', webhook_time(NEW."first_at"), 'lastAt', webhook_time(NEW."last_at"), 'closedAt', webhook_time(NEW."closed_at")
    ), NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := 'contact.created';
  facts JSONB := jsonb_build_object('userId', NEW."user_id");
  written JSONB := jsonb_build_object('name', NEW."name", 'email', NEW."email", 'phone', NEW."phone", 'attributes', NEW."attributes");
BEGIN
  IF TG_OP = 'UPDATE' THEN
    of_type := CASE WHEN NEW."deleted_at" IS NOT NULL THEN 'contact.deleted'
      WHEN NEW."merged_into_id" IS NOT NULL AND OLD."merged_into_id" IS NULL THEN 'contact.merged' ELSE 'contact.updated' END;
  END IF;
  IF NOT webhook_wanted(NEW."workspace_id", of_type) THEN RETURN NULL; END IF;
  CASE of_type
    WHEN 'contact.deleted' THEN
      -- For this the userId is kept, also when it was deleted: it says who was.
      PERFORM webhook_add(NEW."workspace_id", of_type, NULL, NULL, NULL, jsonb_build_object('userId', OLD."user_id"), NULL);
      RETURN NULL;
    WHEN 'contact.merged' THEN
      SELECT jsonb_build_object('userId', OLD."user_id", 'intoUserId', c."user_id") INTO facts FROM "contact" c
      WHERE c."workspace_id" = NEW."workspace_id" AND c."id" = NEW."merged_into_id";
      PERFORM webhook_add(NEW."workspace_id", of_type, NEW."merged_into_id", NULL, NULL, facts, NULL);
      RETURN NULL;
    WHEN 'contact.updated' THEN
      facts := facts || jsonb_build_object('changed', (
        SELECT coalesce(jsonb_agg(n."name"), '[]') FROM (
          SELECT f."name" FROM (VALUES ('name', OLD."name", NEW."name"), ('email', OLD."email", NEW."email"), ('phone', OLD."phone", NEW."phone")) f("name", "old", "new")
          WHERE f."old" IS DISTINCT FROM f."new"
          UNION ALL
          SELECT 'attributes.' || k FROM jsonb_object_keys(OLD."attributes" || NEW."attributes") k
          WHERE OLD."attributes" -> k IS DISTINCT FROM NEW."attributes" -> k
          LIMIT 40
        ) n
      ));
    ELSE
  END CASE;
  PERFORM webhook_add(NEW."workspace_id", of_type, NEW."id", NULL, NULL, facts, written);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhook_add_of_chat"("of_workspace" UUID, "of_type" TEXT, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  chat RECORD;
BEGIN
  SELECT p."id", p."contact_id", p."channel" INTO chat
  FROM "chat" h JOIN "person" p ON p."workspace_id" = h."workspace_id" AND p."id" = h."person_id"
  WHERE h."workspace_id" = of_workspace AND h."id" = of_chat;
  IF chat."id" IS NULL THEN RETURN; END IF;
  -- The website's chat shows a message where it is written; elsewhere the channel says when it is sent.
  IF of_type = 'message.sent' AND facts ? 'isWritten' THEN
    IF chat."channel" <> 'website' THEN RETURN; END IF;
    facts := facts - 'isWritten';
  END IF;
  PERFORM webhook_add(of_workspace, of_type, chat."contact_id", chat."id", of_chat,
    jsonb_build_object('chatId', of_chat, 'channel', chat."channel") || facts, written);
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts JSONB := jsonb_build_object('status', NEW."status", 'assigneeId', NEW."assignee_id", 'snoozedUntil', webhook_time(NEW."snoozed_until"));
  of_type TEXT;
BEGIN
  IF NOT webhook_wanted(NEW."workspace_id", 'chat.opened', 'chat.closed', 'chat.assigned', 'chat.snoozed') THEN RETURN NULL; END IF;
  FOR of_type IN
    SELECT c."type" FROM (VALUES
      ('chat.opened', NEW."status" = 'open' AND (TG_OP = 'INSERT' OR OLD."status" <> 'open')),
      ('chat.closed', TG_OP = 'UPDATE' AND NEW."status" = 'closed' AND OLD."status" <> 'closed'),
      ('chat.assigned', NEW."assignee_id" IS NOT NULL AND (TG_OP = 'INSERT' OR OLD."assignee_id" IS DISTINCT FROM NEW."assignee_id")
        OR TG_OP = 'UPDATE' AND NEW."assignee_id" IS NULL AND OLD."assignee_id" IS NOT NULL),
      ('chat.snoozed', TG_OP = 'UPDATE' AND NEW."snoozed_until" IS NOT NULL AND OLD."snoozed_until" IS DISTINCT FROM NEW."snoozed_until")
    ) c("type", "happened") WHERE c."happened"
  LOOP
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."id", facts, NULL);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_message"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE WHEN NEW."author" = 'customer' THEN 'message.received' ELSE 'message.sent' END;
BEGIN
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."chat_id",
      jsonb_build_object('messageId', NEW."id") || CASE WHEN NEW."author" = 'agent' THEN jsonb_build_object('isWritten', true) ELSE '{}' END,
      jsonb_build_object('text', NEW."text"));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE WHEN NEW."state" = 'failed' THEN 'message.failed' ELSE 'message.sent' END;
  words TEXT;
BEGIN
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    SELECT i."text" INTO words FROM "chat_item" i WHERE i."workspace_id" = NEW."workspace_id" AND i."id" = NEW."id";
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."chat_id",
      jsonb_build_object('messageId', NEW."id", 'reason', CASE WHEN NEW."state" = 'failed' THEN NEW."reason" END), jsonb_build_object('text', words));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_call"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE NEW."state" WHEN 'delivered' THEN 'action.completed' WHEN 'unknown' THEN 'action.unknown' ELSE 'action.failed' END;
BEGIN
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."chat_id", jsonb_build_object(
      'callId', NEW."id", 'deliveryId', NEW."delivery_id", 'action', NEW."action", 'status', NEW."state", 'replyStatus', NEW."reply_status",
      'agentId', NEW."account_id"
    ), jsonb_build_object('reason', NEW."reason"));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_endpoint"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_add(NEW."workspace_id", 'endpoint.disabled', NULL, NULL, NULL,
    jsonb_build_object('endpointId', NEW."id", 'url', NEW."url", 'reason', NEW."disabled_reason"), NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER "turns_of_webhooks" AFTER INSERT ON "webhook_delivery" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('webhooks');

CREATE TRIGGER "webhooks_of_events" AFTER INSERT ON "event" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "webhooks_of_events"();

CREATE TRIGGER "webhooks_of_new_problem" AFTER INSERT ON "problem" FOR EACH ROW
WHEN (NEW."closed_at" IS NULL) EXECUTE FUNCTION "webhooks_of_problem"();

CREATE TRIGGER "webhooks_of_problem" AFTER UPDATE OF "closed_at" ON "problem" FOR EACH ROW
WHEN ((NEW."closed_at" IS NULL) <> (OLD."closed_at" IS NULL)) EXECUTE FUNCTION "webhooks_of_problem"();

CREATE TRIGGER "webhooks_of_new_contact" AFTER INSERT ON "contact" FOR EACH ROW
WHEN (NEW."deleted_at" IS NULL AND NEW."merged_into_id" IS NULL) EXECUTE FUNCTION "webhooks_of_contact"();

CREATE TRIGGER "webhooks_of_contact" AFTER UPDATE OF "name", "email", "phone", "attributes", "deleted_at", "merged_into_id" ON "contact" FOR EACH ROW
WHEN (
  NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL AND OLD."merged_into_id" IS NULL
  OR NEW."deleted_at" IS NULL AND NEW."merged_into_id" IS NOT NULL AND OLD."merged_into_id" IS NULL
  OR NEW."deleted_at" IS NULL AND NEW."merged_into_id" IS NULL
    AND (NEW."name", NEW."email", NEW."phone", NEW."attributes") IS DISTINCT FROM (OLD."name", OLD."email", OLD."phone", OLD."attributes")
) EXECUTE FUNCTION "webhooks_of_contact"();

CREATE TRIGGER "webhooks_of_new_chat" AFTER INSERT ON "chat" FOR EACH ROW EXECUTE FUNCTION "webhooks_of_chat"();

CREATE TRIGGER "webhooks_of_chat" AFTER UPDATE OF "status", "assignee_id", "snoozed_until" ON "chat" FOR EACH ROW
WHEN (
  NEW."status" <> OLD."status" OR NEW."assignee_id" IS DISTINCT FROM OLD."assignee_id"
  OR NEW."snoozed_until" IS NOT NULL AND NEW."snoozed_until" IS DISTINCT FROM OLD."snoozed_until"
) EXECUTE FUNCTION "webhooks_of_chat"();

CREATE TRIGGER "webhooks_of_message" AFTER INSERT ON "chat_item" FOR EACH ROW
WHEN (NEW."kind" = 'message' AND NEW."author" IN ('customer', 'agent')) EXECUTE FUNCTION "webhooks_of_message"();

CREATE TRIGGER "webhooks_of_outbound" AFTER UPDATE OF "state" ON "outbound_message" FOR EACH ROW
WHEN (
  NEW."state" = 'failed' AND OLD."state" <> 'failed'
  OR NEW."state" IN ('sent', 'delivered', 'read') AND OLD."state" IN ('queued', 'sending', 'unknown', 'failed')
) EXECUTE FUNCTION "webhooks_of_outbound"();

CREATE TRIGGER "webhooks_of_call" AFTER UPDATE OF "state" ON "action_call" FOR EACH ROW
WHEN (NEW."state" <> OLD."state" AND NEW."state" IN ('delivered', 'refused', 'failed', 'unknown')) EXECUTE FUNCTION "webhooks_of_call"();

CREATE TRIGGER "webhooks_of_endpoint" AFTER UPDATE OF "disabled_at" ON "webhook_endpoint" FOR EACH ROW
WHEN (NEW."disabled_at" IS NOT NULL AND OLD."disabled_at" IS NULL) EXECUTE FUNCTION "webhooks_of_endpoint"();
