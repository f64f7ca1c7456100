-- Replies that are sent at their time (docs/decisions/102).

-- CreateTable
CREATE TABLE "scheduled_message" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "data" JSONB,
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,

    CONSTRAINT "scheduled_message_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "scheduled_message_workspace_id_chat_id_send_at_idx" ON "scheduled_message"("workspace_id", "chat_id", "send_at");

-- CreateIndex
CREATE INDEX "scheduled_message_due_idx" ON "scheduled_message"("workspace_id", "send_at") WHERE (failure IS NULL);

-- AddForeignKey
ALTER TABLE "scheduled_message" ADD CONSTRAINT "scheduled_message_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE OR REPLACE FUNCTION "turn_of_scheduled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'scheduled', NEW."send_at");
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_scheduled" AFTER INSERT ON "scheduled_message" FOR EACH ROW EXECUTE FUNCTION "turn_of_scheduled"();

