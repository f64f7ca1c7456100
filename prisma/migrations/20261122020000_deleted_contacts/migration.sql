-- A deleted contact stays as an empty row until its events are removed.
ALTER TABLE "contact" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_user_id" TEXT,
ALTER COLUMN "user_id" DROP NOT NULL;

-- It keeps nothing of the person. The former userId is there only until the request log has been searched for it.
ALTER TABLE "contact" ADD CONSTRAINT "contact_deleted_is_empty" CHECK (
    CASE WHEN "deleted_at" IS NULL THEN "user_id" IS NOT NULL AND "former_user_id" IS NULL
    ELSE "user_id" IS NULL AND "name" IS NULL AND "email" IS NULL AND "email_key" IS NULL AND "phone" IS NULL
        AND "phone_since" IS NULL AND "attributes" = '{}' END
);

-- Partial indexes: deleted contacts, events of people who are linked to no contact, and
-- problem cards.
CREATE INDEX "contact_deleted_idx" ON "contact"("workspace_id", "deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "event_unlinked_idx" ON "event"("workspace_id", "person_id", "occurred_at", "received_at") WHERE "contact_id" IS NULL;
CREATE INDEX "chat_item_problem_idx" ON "chat_item"("workspace_id", "chat_id", "seq") WHERE "kind" = 'card' AND "data"->>'level' = 'problem';
