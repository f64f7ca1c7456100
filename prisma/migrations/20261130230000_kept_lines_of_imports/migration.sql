-- AlterTable
ALTER TABLE "contact_import" ADD COLUMN "kept_lines" INTEGER NOT NULL DEFAULT 0;

UPDATE "contact_import" SET "kept_lines" = "lines";

-- CreateIndex
CREATE INDEX "contact_import_line_nobody_idx" ON "contact_import_line"("workspace_id", "import_id", "line") WHERE ((user_id IS NULL) AND ((value IS NOT NULL) OR (cells IS NOT NULL)));

-- CreateIndex
CREATE INDEX IF NOT EXISTS "contact_former_idx" ON "contact"("workspace_id", "former_user_id") WHERE (former_user_id IS NOT NULL);
