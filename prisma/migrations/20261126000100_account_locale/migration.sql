-- AlterTable
ALTER TABLE "account" ADD COLUMN     "locale" TEXT;
