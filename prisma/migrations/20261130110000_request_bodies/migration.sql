-- The request log has what refused calls sent, without its values (docs/decisions/110).

-- AlterTable
ALTER TABLE "api_request" ADD COLUMN     "answer" TEXT,
ADD COLUMN     "body" TEXT,
ADD COLUMN     "ignored" TEXT;

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "keeps_request_bodies" BOOLEAN NOT NULL DEFAULT true;
