-- CreateEnum
CREATE TYPE "new_chats" AS ENUM ('off', 'round_robin');

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "assign_new_chats" "new_chats" NOT NULL DEFAULT 'off';

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "last_assigned_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "chat" ADD COLUMN     "assignee_id" UUID,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "chat_assignee_idx" ON "chat"("workspace_id", "assignee_id", "status", "last_item_at") WHERE (assignee_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "chat_unassigned_idx" ON "chat"("workspace_id", "last_item_at") WHERE ((status = 'open'::chat_status) AND (assignee_id IS NULL));

-- CreateIndex
CREATE INDEX "chat_snoozed_idx" ON "chat"("workspace_id", "last_item_at") WHERE (snoozed_until IS NOT NULL);

-- CreateIndex
CREATE INDEX "chat_due_idx" ON "chat"("snoozed_until") WHERE (snoozed_until IS NOT NULL);
