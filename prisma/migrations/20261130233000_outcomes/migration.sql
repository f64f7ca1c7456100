CREATE OR REPLACE FUNCTION "webhook_wanted"("of_workspace" UUID, VARIADIC "of_types" TEXT[]) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_wanted BOOLEAN;
BEGIN
  
  SELECT true INTO is_wanted FROM "webhook_endpoint" e
  WHERE e."workspace_id" = of_workspace AND (e."types" && of_types OR '*' = ANY (e."types")) LIMIT 1;
  RETURN coalesce(is_wanted, false);
END $$;

CREATE OR REPLACE FUNCTION "webhook_add"("of_workspace" UUID, "of_type" TEXT, "of_contact" UUID, "of_person" UUID, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(facts::text) + octet_length(coalesce(written, '[]')::text) > 18000 THEN
    written := jsonb_build_object('contentOmitted', true);
  END IF;
  WITH asked AS MATERIALIZED (
    SELECT e."id", e."content", e."url", e."disabled_at" FROM "webhook_endpoint" e
    WHERE e."workspace_id" = of_workspace AND (of_type = ANY (e."types") OR '*' = ANY (e."types"))
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
  INSERT INTO "webhook_delivery" ("workspace_id", "event_id", "endpoint_id", "type", "state", "at", "due_at")
  SELECT of_workspace, n."id", a."id", of_type, CASE WHEN a."disabled_at" IS NULL THEN 'waiting' ELSE 'skipped' END, n."at", n."at"
  FROM added n CROSS JOIN asked a WHERE a."url" IS NOT NULL;
END $$;

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
