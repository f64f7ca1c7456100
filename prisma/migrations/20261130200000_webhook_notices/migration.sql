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

CREATE OR REPLACE FUNCTION "webhooks_of_endpoint"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_add(NEW."workspace_id", 'endpoint.disabled', NULL, NULL, NULL,
    jsonb_build_object('endpointId', NEW."id", 'url', split_part(NEW."url", '?', 1), 'reason', NEW."disabled_reason"), NULL);
  RETURN NULL;
END $$;
