-- AlterTable
ALTER TABLE "attachment" ADD COLUMN     "visitor_id" TEXT,
ALTER COLUMN "chat_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "attachment_visitor_idx" ON "attachment"("workspace_id", "visitor_id") WHERE (visitor_id IS NOT NULL);
