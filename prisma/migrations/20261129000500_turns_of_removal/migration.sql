-- What deleted contacts and erased people left behind is removed in turns.
CREATE FUNCTION "turn_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", TG_ARGV[0], now());
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_deleted_contact" AFTER UPDATE OF "deleted_at" ON "contact" FOR EACH ROW
WHEN (NEW."deleted_at" IS NOT NULL AND OLD."deleted_at" IS NULL) EXECUTE FUNCTION "turn_of_row"('deleted contacts');

CREATE TRIGGER "turn_of_erased_person" AFTER INSERT ON "erased_person" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('erased people');

-- What waits already.
INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at")
SELECT DISTINCT c."workspace_id", 'deleted contacts', now() FROM "contact" c WHERE c."deleted_at" IS NOT NULL
ON CONFLICT DO NOTHING;

INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at")
SELECT DISTINCT e."workspace_id", 'erased people', now() FROM "erased_person" e
ON CONFLICT DO NOTHING;
