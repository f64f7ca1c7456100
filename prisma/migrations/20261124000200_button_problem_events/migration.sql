-- AlterTable
ALTER TABLE "action_button" ADD COLUMN     "problem_events" JSONB NOT NULL DEFAULT '[]';

-- CreateIndex
CREATE INDEX "problem_recent_idx" ON "problem"("workspace_id", "last_at");
