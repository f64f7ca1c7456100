-- AlterTable
ALTER TABLE "action_call" ADD COLUMN     "is_sent" BOOLEAN NOT NULL DEFAULT true;
