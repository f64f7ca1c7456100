-- The aliases of a contact, and the events that came with each of them, newest last. In a migration of their own, because they are built
-- beside the calls when their columns are there.
CREATE INDEX IF NOT EXISTS "contact_merged_idx" ON "contact"("workspace_id", "merged_into_id") WHERE (merged_into_id IS NOT NULL);

CREATE INDEX IF NOT EXISTS "event_merged_idx" ON "event"("workspace_id", "contact_id", "merged_from_id", "occurred_at", "received_at", "id")
WHERE (merged_from_id IS NOT NULL);
