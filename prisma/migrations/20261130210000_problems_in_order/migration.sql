-- A page of problems is read in the order of an index also among those that happened at one time (docs/decisions/104).
CREATE INDEX IF NOT EXISTS "problem_last_idx" ON "problem"("workspace_id", "last_at", "id");

DROP INDEX "problem_recent_idx";
