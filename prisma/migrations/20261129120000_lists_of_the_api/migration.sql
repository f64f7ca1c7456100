-- The lists of the public API are read in an order that an index has: contacts by their last change, and open problems by what happened last
-- (docs/decisions/104).
CREATE INDEX IF NOT EXISTS "contact_updated_idx" ON "contact"("workspace_id", "updated_at", "id") WHERE (deleted_at IS NULL);

CREATE INDEX IF NOT EXISTS "problem_open_recent_idx" ON "problem"("workspace_id", "last_at", "id") WHERE (closed_at IS NULL);
