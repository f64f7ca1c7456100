-- The place of the message in its chat, by which the first of each chat is found without reading those behind it.
ALTER TABLE "outbound_message" ADD COLUMN "seq" INTEGER;

UPDATE "outbound_message" m SET "seq" = i."seq" FROM "chat_item" i
WHERE i."workspace_id" = m."workspace_id" AND i."id" = m."id" AND m."state" IN ('queued', 'sending');

-- CreateIndex
CREATE INDEX "outbound_message_first_idx" ON "outbound_message"("workspace_id", "chat_id", "seq") WHERE (state = ANY (ARRAY['queued'::delivery_state, 'sending'::delivery_state]));

-- Also for instances of the previous version.
CREATE FUNCTION "place_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT i."seq" INTO NEW."seq" FROM "chat_item" i WHERE i."workspace_id" = NEW."workspace_id" AND i."id" = NEW."id";
  RETURN NEW;
END $$;

CREATE TRIGGER "place_of_outbound" BEFORE INSERT OR UPDATE OF "state" ON "outbound_message" FOR EACH ROW
WHEN (NEW."seq" IS NULL AND NEW."state" = 'queued') EXECUTE FUNCTION "place_of_outbound"();

CREATE FUNCTION "turn_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', NEW."next_try_at");
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_outbound" AFTER INSERT ON "outbound_message" FOR EACH ROW
WHEN (NEW."state" = 'queued') EXECUTE FUNCTION "turn_of_outbound"();

-- An agent sends a message again, or one is tried again.
CREATE TRIGGER "turn_of_outbound_again" AFTER UPDATE OF "state" ON "outbound_message" FOR EACH ROW
WHEN (NEW."state" = 'queued' AND OLD."state" <> 'queued') EXECUTE FUNCTION "turn_of_outbound"();

-- What waits while an admin has to look at the settings.
CREATE FUNCTION "turn_of_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', now());
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_channel" AFTER UPDATE ON "integration" FOR EACH ROW
WHEN ((OLD."paused_reason", OLD."settings" -> 'isOn') IS DISTINCT FROM (NEW."paused_reason", NEW."settings" -> 'isOn'))
EXECUTE FUNCTION "turn_of_channel"();

-- What waits already.
INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at")
SELECT DISTINCT m."workspace_id", 'outbound', now() FROM "outbound_message" m WHERE m."state" = 'queued'
ON CONFLICT DO NOTHING;
