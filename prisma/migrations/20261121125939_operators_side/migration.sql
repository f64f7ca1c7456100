-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "events_kept_days" INTEGER;

-- CreateTable
CREATE TABLE "api_request" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "user_id" TEXT,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "message" TEXT,
    "took_ms" DOUBLE PRECISION NOT NULL,
    "request_id" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_request_pkey" PRIMARY KEY ("workspace_id","id")
);
