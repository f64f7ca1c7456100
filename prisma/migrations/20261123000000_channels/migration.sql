-- CreateEnum
CREATE TYPE "integration_kind" AS ENUM ('website', 'whatsapp', 'chatwoot', 'embed');

-- CreateEnum
CREATE TYPE "identity_kind" AS ENUM ('phone', 'user_id', 'parent_user_id');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown');

-- AlterEnum
ALTER TYPE "linked_by" ADD VALUE 'code';

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "username" TEXT;

-- CreateTable
CREATE TABLE "identify_secret" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "identify_secret_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "integration" (
    "workspace_id" UUID NOT NULL,
    "kind" "integration_kind" NOT NULL,
    "settings" JSONB NOT NULL,
    "sealed" TEXT,
    "paused_reason" TEXT,
    "first_message_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("workspace_id","kind")
);

-- CreateTable
CREATE TABLE "person_identity" (
    "workspace_id" UUID NOT NULL,
    "channel" "channel" NOT NULL,
    "kind" "identity_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "superseded_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_identity_pkey" PRIMARY KEY ("workspace_id","channel","kind","value")
);

-- CreateTable
CREATE TABLE "inbound_message" (
    "workspace_id" UUID NOT NULL,
    "channel" "channel" NOT NULL,
    "external_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "payload" JSONB,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_message_pkey" PRIMARY KEY ("workspace_id","channel","external_id")
);

-- CreateTable
CREATE TABLE "outbound_message" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "channel" "channel" NOT NULL,
    "state" "delivery_state" NOT NULL,
    "payload" JSONB,
    "external_id" TEXT,
    "error_code" INTEGER,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbound_message_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "attachment" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "item_id" UUID,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "link_code" (
    "workspace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "contact_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_code_pkey" PRIMARY KEY ("workspace_id","hash")
);

-- CreateTable
CREATE TABLE "link_conflict" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "other_contact_id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolution" TEXT,
    "resolved_by" UUID,

    CONSTRAINT "link_conflict_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "embed_code" (
    "workspace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "embed_code_pkey" PRIMARY KEY ("workspace_id","hash")
);

-- CreateIndex
CREATE INDEX "person_identity_workspace_id_person_id_idx" ON "person_identity"("workspace_id", "person_id");

-- CreateIndex
CREATE INDEX "inbound_message_waiting_idx" ON "inbound_message"("workspace_id", "sender", "id") WHERE (processed_at IS NULL);

-- CreateIndex
CREATE INDEX "inbound_message_received_at_idx" ON "inbound_message"("received_at");

-- CreateIndex
CREATE INDEX "outbound_message_workspace_id_chat_id_id_idx" ON "outbound_message"("workspace_id", "chat_id", "id");

-- CreateIndex
CREATE INDEX "outbound_message_workspace_id_channel_created_at_idx" ON "outbound_message"("workspace_id", "channel", "created_at");

-- CreateIndex
CREATE INDEX "outbound_message_waiting_idx" ON "outbound_message"("next_try_at") WHERE (state = ANY (ARRAY['queued'::delivery_state, 'sending'::delivery_state]));

-- CreateIndex
CREATE UNIQUE INDEX "outbound_message_workspace_id_channel_external_id_key" ON "outbound_message"("workspace_id", "channel", "external_id");

-- CreateIndex
CREATE INDEX "attachment_workspace_id_chat_id_idx" ON "attachment"("workspace_id", "chat_id");

-- CreateIndex
CREATE INDEX "attachment_unused_idx" ON "attachment"("created_at") WHERE (item_id IS NULL);

-- CreateIndex
CREATE INDEX "link_code_workspace_id_contact_id_idx" ON "link_code"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "link_code_expires_at_idx" ON "link_code"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "link_conflict_workspace_id_contact_id_other_contact_id_phon_key" ON "link_conflict"("workspace_id", "contact_id", "other_contact_id", "phone");

-- CreateIndex
CREATE INDEX "embed_code_expires_at_idx" ON "embed_code"("expires_at");

-- AddForeignKey
ALTER TABLE "identify_secret" ADD CONSTRAINT "identify_secret_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration" ADD CONSTRAINT "integration_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_identity" ADD CONSTRAINT "person_identity_workspace_id_person_id_fkey" FOREIGN KEY ("workspace_id", "person_id") REFERENCES "person"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "outbound_message" ADD CONSTRAINT "outbound_message_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
