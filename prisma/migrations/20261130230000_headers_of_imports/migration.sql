-- AlterTable
ALTER TABLE "contact_import" ADD COLUMN     "header_line" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "warnings" JSONB NOT NULL DEFAULT '[]';
