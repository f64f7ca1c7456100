-- AlterTable
ALTER TABLE "contact_import_line" ADD COLUMN "refusal" JSONB;
