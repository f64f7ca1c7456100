-- CreateTable
CREATE TABLE "idempotent_call" (
    "workspace_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "claim_id" UUID NOT NULL,
    "claimed_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "body_digest" TEXT,
    "status" INTEGER,
    "sealed" TEXT,
    "has_people" BOOLEAN NOT NULL,
    "is_emptied" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "idempotent_call_pkey" PRIMARY KEY ("workspace_id","digest")
);

-- CreateIndex
CREATE INDEX "idempotent_call_workspace_id_created_at_idx" ON "idempotent_call"("workspace_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotent_call_workspace_id_has_people_idx" ON "idempotent_call"("workspace_id", "has_people");
