-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "push_keys" TEXT;

-- CreateTable
CREATE TABLE "push_subscription" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint_hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "kinds" TEXT[],
    "shows_text" BOOLEAN NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "push_chat" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "seq" INTEGER,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_chat_pkey" PRIMARY KEY ("workspace_id","chat_id")
);

-- CreateTable
CREATE TABLE "visible_tab" (
    "workspace_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visible_tab_pkey" PRIMARY KEY ("workspace_id","account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_workspace_id_endpoint_hash_key" ON "push_subscription"("workspace_id", "endpoint_hash");

-- CreateIndex
CREATE INDEX "push_subscription_workspace_id_account_id_idx" ON "push_subscription"("workspace_id", "account_id");

-- CreateIndex
CREATE INDEX "push_subscription_endpoint_hash_idx" ON "push_subscription"("endpoint_hash");

-- CreateIndex
CREATE INDEX "push_subscription_session_id_idx" ON "push_subscription"("session_id");

-- CreateIndex
CREATE INDEX "push_chat_due_idx" ON "push_chat"("due_at") WHERE (due_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_workspace_id_account_id_fkey" FOREIGN KEY ("workspace_id", "account_id") REFERENCES "member"("workspace_id", "account_id") ON DELETE CASCADE ON UPDATE NO ACTION;
