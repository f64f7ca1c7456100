-- AlterTable
ALTER TABLE "contact_import" ADD COLUMN     "invalid_values" TEXT NOT NULL DEFAULT 'refuse',
ADD COLUMN     "left_out" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "contact_import_line" ADD COLUMN     "cells" JSONB,
ADD COLUMN     "left_out" JSONB;

-- CreateIndex
CREATE INDEX "contact_import_line_left_out_idx" ON "contact_import_line"("workspace_id", "import_id", "line") WHERE (left_out IS NOT NULL);
