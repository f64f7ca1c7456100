-- AlterEnum
ALTER TYPE "call_state" ADD VALUE 'working';

-- DropIndex
DROP INDEX "action_call_workspace_id_started_at_idx";

-- AlterTable
ALTER TABLE "action_button" ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "action_call" ADD COLUMN     "answer_by" TIMESTAMPTZ(3),
ADD COLUMN     "delivery_id" UUID,
ADD COLUMN     "event_id" UUID,
ADD COLUMN     "is_noted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_resend" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "recorded_event_id" UUID,
ADD COLUMN     "reply_headers" JSONB,
ADD COLUMN     "request_headers" JSONB,
ADD COLUMN     "result_body" TEXT;

-- A press made before this is its own delivery.
UPDATE "action_call" SET "delivery_id" = "id";
ALTER TABLE "action_call" ALTER COLUMN "delivery_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "audit_entry" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "account_id" UUID,
    "actor" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "audit_entry_workspace_id_created_at_id_idx" ON "audit_entry"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_delivery_id_idx" ON "action_call"("workspace_id", "delivery_id");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_person_id_button_id_started_at_idx" ON "action_call"("workspace_id", "person_id", "button_id", "started_at");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_started_at_id_idx" ON "action_call"("workspace_id", "started_at", "id");

-- What was done stays written: the database itself refuses to change it.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.';
END $$;

CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE ON "audit_entry"
FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

CREATE TRIGGER "audit_entry_no_truncate" BEFORE TRUNCATE ON "audit_entry"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
