-- CreateIndex
CREATE INDEX "push_chat_workspace_id_due_at_idx" ON "push_chat"("workspace_id", "due_at") WHERE (due_at IS NOT NULL);

CREATE FUNCTION "turn_of_push"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'push', NEW."due_at");
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_push" AFTER INSERT ON "push_chat" FOR EACH ROW
WHEN (NEW."due_at" IS NOT NULL) EXECUTE FUNCTION "turn_of_push"();

CREATE TRIGGER "turn_of_push_again" AFTER UPDATE OF "due_at" ON "push_chat" FOR EACH ROW
WHEN (NEW."due_at" IS NOT NULL AND NEW."due_at" IS DISTINCT FROM OLD."due_at") EXECUTE FUNCTION "turn_of_push"();

-- What waits already.
INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at")
SELECT DISTINCT q."workspace_id", 'push', now() FROM "push_chat" q WHERE q."due_at" IS NOT NULL
ON CONFLICT DO NOTHING;
