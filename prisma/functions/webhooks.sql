-- What happens is written down in the transaction of the change, once for each type, where an endpoint of the workspace asked for the type.
-- On Citus the tables are on one node only until `npm run distribute` was run after the upgrade: until then there are no endpoints.

CREATE OR REPLACE FUNCTION "webhook_wanted"("of_workspace" UUID, VARIADIC "of_types" TEXT[]) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_wanted BOOLEAN;
BEGIN
  [[citus: IF NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.webhook_endpoint')) THEN RETURN false; END IF;]]
  ON SHARD OF of_workspace: SELECT true INTO is_wanted FROM @webhook_endpoint@ e
  WHERE e."workspace_id" = {of_workspace} AND (e."types" && {of_types} OR '*' = ANY (e."types")) LIMIT 1;
  RETURN coalesce(is_wanted, false);
END $$;

-- An event with a delivery to each endpoint that asked for it. `facts` are sent to all of them, `written` only to those that asked for what
-- people wrote; what would be too long is left out. `sequence` grows with each change of the same chat or contact.
CREATE OR REPLACE FUNCTION "webhook_add"("of_workspace" UUID, "of_type" TEXT, "of_contact" UUID, "of_person" UUID, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(facts::text) + octet_length(coalesce(written, '[]')::text) > 18000 THEN
    written := jsonb_build_object('contentOmitted', true);
  END IF;
  ON SHARD OF of_workspace: WITH asked AS MATERIALIZED (
    SELECT e."id", e."content", e."url", e."disabled_at" FROM @webhook_endpoint@ e
    WHERE e."workspace_id" = {of_workspace} AND ({of_type} = ANY (e."types") OR '*' = ANY (e."types"))
  ), added AS (
    INSERT INTO @webhook_event@ ("workspace_id", "id", "type", "at", "data", "content", "contact_id", "person_id", "chat_id")
    SELECT {of_workspace}, gen_random_uuid(), {of_type}, w."at",
      jsonb_build_object('userId', c."user_id") || {facts}
        || jsonb_build_object('sequence', floor(extract(epoch FROM w."at") * 1000000)::bigint),
      CASE WHEN w."content" THEN {written} END, c."id", p."id", {of_chat}
    FROM (SELECT clock_timestamp() AS "at", bool_or(a."content") AS "content" FROM asked a HAVING count(*) > 0) w
    LEFT JOIN @contact@ c ON c."workspace_id" = {of_workspace} AND c."id" = {of_contact}
    LEFT JOIN @person@ p ON p."workspace_id" = {of_workspace} AND p."id" = {of_person}
    RETURNING "id", "at"
  )
  INSERT INTO @webhook_delivery@ ("workspace_id", "event_id", "endpoint_id", "type", "state", "at", "due_at")
  SELECT {of_workspace}, n."id", a."id", {of_type}, CASE WHEN a."disabled_at" IS NULL THEN 'waiting' ELSE 'skipped' END, n."at", n."at"
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

-- A time as the API writes it.
CREATE OR REPLACE FUNCTION "webhook_time"("at" TIMESTAMPTZ) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_char(at AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Problems are of a contact, or of a person without one: the owner is either. What is written for events of long ago, which follow a link or a
-- merge to another owner, opened before. A new one's event may have waited for its turn: longer than anything waits, because the notice of a
-- problem that just moved does less harm than one that is missing.
CREATE OR REPLACE FUNCTION "webhooks_of_problem"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE WHEN NEW."closed_at" IS NOT NULL THEN 'problem.closed' WHEN TG_OP = 'INSERT' THEN 'problem.opened' ELSE 'problem.reopened' END;
BEGIN
  IF TG_OP = 'INSERT' AND NEW."last_received_at" < now() - interval '60 seconds' THEN RETURN NULL; END IF;
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    PERFORM webhook_add(NEW."workspace_id", of_type, NEW."owner_id", NEW."owner_id", NULL, jsonb_build_object(
      'problemId', NEW."id", 'event', NEW."event", 'reference', nullif(NEW."reference", ''), 'count', NEW."count",
      'firstAt', webhook_time(NEW."first_at"), 'lastAt', webhook_time(NEW."last_at"), 'closedAt', webhook_time(NEW."closed_at")
    ), NULL);
  END IF;
  RETURN NULL;
END $$;

-- At most 40 names of what changed: the message stays short.
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
      ON SHARD OF NEW."workspace_id": SELECT jsonb_build_object('userId', {OLD."user_id"}, 'intoUserId', c."user_id") INTO facts FROM @contact@ c
      WHERE c."workspace_id" = {NEW."workspace_id"} AND c."id" = {NEW."merged_into_id"};
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

-- The facts of a chat, for what happens in it.
CREATE OR REPLACE FUNCTION "webhook_add_of_chat"("of_workspace" UUID, "of_type" TEXT, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  chat RECORD;
BEGIN
  ON SHARD OF of_workspace: SELECT p."id", p."contact_id", p."channel" INTO chat
  FROM @chat@ h JOIN @person@ p ON p."workspace_id" = h."workspace_id" AND p."id" = h."person_id"
  WHERE h."workspace_id" = {of_workspace} AND h."id" = {of_chat};
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

-- What a channel outside took, or refused.
CREATE OR REPLACE FUNCTION "webhooks_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type TEXT := CASE WHEN NEW."state" = 'failed' THEN 'message.failed' ELSE 'message.sent' END;
  words TEXT;
BEGIN
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    ON SHARD OF NEW."workspace_id": SELECT i."text" INTO words FROM @chat_item@ i WHERE i."workspace_id" = {NEW."workspace_id"} AND i."id" = {NEW."id"};
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."chat_id",
      jsonb_build_object('messageId', NEW."id", 'reason', CASE WHEN NEW."state" = 'failed' THEN NEW."reason" END), jsonb_build_object('text', words));
  END IF;
  RETURN NULL;
END $$;

-- In the words of the contract: success is stored under another one, and the first version took for failed what was sent and got no answer.
CREATE OR REPLACE FUNCTION "webhooks_of_call"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  outcome TEXT := CASE WHEN NEW."state" = 'delivered' THEN 'succeeded'
    WHEN NEW."state" = 'failed' AND NEW."is_sent" AND NEW."answer_by" IS NULL THEN 'unknown' ELSE NEW."state"::text END;
  of_type TEXT := 'action.' || outcome;
BEGIN
  IF webhook_wanted(NEW."workspace_id", of_type) THEN
    PERFORM webhook_add_of_chat(NEW."workspace_id", of_type, NEW."chat_id", jsonb_build_object(
      'callId', NEW."id", 'deliveryId', NEW."delivery_id", 'action', NEW."action", 'status', outcome, 'replyStatus', NEW."reply_status",
      'agentId', NEW."account_id"
    ), jsonb_build_object('reason', NEW."reason"));
  END IF;
  RETURN NULL;
END $$;

-- For the other endpoints: this one is off. What its query string says is a secret between it and us.
CREATE OR REPLACE FUNCTION "webhooks_of_endpoint"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_add(NEW."workspace_id", 'endpoint.disabled', NULL, NULL, NULL,
    jsonb_build_object('endpointId', NEW."id", 'url', split_part(NEW."url", '?', 1), 'reason', NEW."disabled_reason"), NULL);
  RETURN NULL;
END $$;

-- A run ended: whole, cancelled or failed.
CREATE OR REPLACE FUNCTION "webhooks_of_import"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF webhook_wanted(NEW."workspace_id", 'import.completed') THEN
    PERFORM webhook_add(NEW."workspace_id", 'import.completed', NULL, NULL, NULL, jsonb_build_object(
      'importId', NEW."id", 'state', NEW."state", 'lines', NEW."lines", 'created', NEW."created", 'changed', NEW."written" - NEW."created",
      'refused', coalesce((NEW."counts" ->> 'refused')::integer, 0)
    ), jsonb_build_object('fileName', NEW."file_name"));
  END IF;
  RETURN NULL;
END $$;
