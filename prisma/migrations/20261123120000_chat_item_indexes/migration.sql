-- By themselves: this is the largest table, and whoever waits for it must wait for nothing that a later migration locks.

-- The items of an action call.
CREATE INDEX IF NOT EXISTS "chat_item_call_idx" ON "chat_item"("workspace_id", ("data" ->> 'callId')) WHERE "kind" = 'action';

-- CreateIndex
CREATE INDEX IF NOT EXISTS "chat_item_preview_idx" ON "chat_item"("workspace_id", "chat_id", "seq") WHERE ((kind = ANY (ARRAY['message'::item_kind, 'action'::item_kind])) OR ((kind = 'note'::item_kind) AND (author <> 'system'::author)) OR ((kind = 'card'::item_kind) AND ((data ->> 'level'::text) = 'problem'::text)));

-- CreateIndex
CREATE INDEX IF NOT EXISTS "chat_item_answer_idx" ON "chat_item"("workspace_id", "chat_id", "seq") WHERE ((kind = 'message'::item_kind) AND (author = 'agent'::author));
