-- A contact that was merged into another one keeps its userId, which is an alias of that one, and nothing else (docs/decisions/103).
ALTER TABLE "contact" ADD COLUMN     "merged_into_id" UUID;

ALTER TABLE "contact" ADD CONSTRAINT "contact_merged_is_empty" CHECK (
    "merged_into_id" IS NULL OR ("user_id" IS NOT NULL AND "deleted_at" IS NULL AND "name" IS NULL AND "email" IS NULL AND "email_key" IS NULL
        AND "phone" IS NULL AND "phone_since" IS NULL AND "attributes" = '{}')
);

-- The merged contact whose userId an event was sent with: with it the event goes back.
ALTER TABLE "event" ADD COLUMN     "merged_from_id" UUID;

-- Events that are still to follow: those of a contact that are with another one, or with the merged one itself.
CREATE TABLE "contact_move" (
    "workspace_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "at_id" UUID NOT NULL,

    CONSTRAINT "contact_move_pkey" PRIMARY KEY ("workspace_id","contact_id","at_id")
);

-- What an undoing needs, for a day.
CREATE TABLE "contact_merge" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "from_id" UUID NOT NULL,
    "into_id" UUID NOT NULL,
    "fields" JSONB NOT NULL,
    "aliases" UUID[],
    "people" JSONB NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_merge_pkey" PRIMARY KEY ("workspace_id","id")
);

CREATE INDEX "contact_merge_workspace_id_into_id_idx" ON "contact_merge"("workspace_id", "into_id");

CREATE INDEX "contact_merge_created_at_idx" ON "contact_merge"("created_at");

CREATE UNIQUE INDEX "contact_merge_workspace_id_from_id_key" ON "contact_merge"("workspace_id", "from_id");

CREATE OR REPLACE FUNCTION "search_contact_merged"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "target")
  SELECT NEW."workspace_id", 'contact'::search_kind, t."id"
  FROM (VALUES (NEW."id"), (OLD."merged_into_id"), (NEW."merged_into_id")) AS t("id") WHERE t."id" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "search_contact_merged" AFTER UPDATE OF "merged_into_id" ON "contact" FOR EACH ROW
WHEN (OLD."merged_into_id" IS DISTINCT FROM NEW."merged_into_id") EXECUTE FUNCTION "search_contact_merged"();

-- A merged contact is in no list, and one that is restored is again.
CREATE TRIGGER "activity_of_merged_contact" AFTER UPDATE OF "merged_into_id" ON "contact" FOR EACH ROW
WHEN (OLD."merged_into_id" IS NULL AND NEW."merged_into_id" IS NOT NULL) EXECUTE FUNCTION "activity_of_deleted_contact"();

CREATE TRIGGER "activity_of_restored_contact" AFTER UPDATE OF "merged_into_id" ON "contact" FOR EACH ROW
WHEN (OLD."merged_into_id" IS NOT NULL AND NEW."merged_into_id" IS NULL AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "activity_of_new_contact"();

CREATE TRIGGER "turns_of_merges" AFTER INSERT ON "contact_move" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('merges');
