-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "former_email" TEXT,
ADD COLUMN     "former_phone" TEXT;

-- CreateIndex
CREATE INDEX "contact_import_line_named_idx" ON "contact_import_line"("workspace_id", "import_id", "line") WHERE ((user_id IS NOT NULL) AND (cells IS NOT NULL));
