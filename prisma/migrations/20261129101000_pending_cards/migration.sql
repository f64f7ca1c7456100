-- Chats into which the cards of events are still to be written: with an event, its card is written into the chats with the newest activity
-- only (docs/decisions/79). The chats are those of the moment in which the events were recorded, and `done` says how many of them have the cards.
CREATE TABLE "pending_card" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_ids" UUID[] NOT NULL,
    "chat_ids" UUID[] NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_card_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "pending_card_workspace_id_created_at_id_idx" ON "pending_card"("workspace_id", "created_at", "id");

CREATE TRIGGER "turns_of_cards" AFTER INSERT ON "pending_card" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('cards');
