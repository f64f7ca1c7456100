-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'pro', 'business');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'agent');

-- CreateEnum
CREATE TYPE "level" AS ENUM ('problem', 'info');

-- CreateEnum
CREATE TYPE "channel" AS ENUM ('whatsapp', 'website');

-- CreateEnum
CREATE TYPE "linked_by" AS ENUM ('phone', 'event', 'agent', 'signed');

-- CreateEnum
CREATE TYPE "chat_status" AS ENUM ('open', 'closed');

-- CreateEnum
CREATE TYPE "item_kind" AS ENUM ('message', 'note', 'card', 'action');

-- CreateEnum
CREATE TYPE "author" AS ENUM ('customer', 'agent', 'system');

-- CreateEnum
CREATE TYPE "call_state" AS ENUM ('sending', 'delivered', 'refused', 'failed', 'unknown');

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL,
    "key_check" TEXT NOT NULL,
    "set_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL,
    "actions_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "workspace_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_pkey" PRIMARY KEY ("workspace_id","account_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_secret" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sealed" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_secret_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "action_button" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "action_button_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contact" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "email_key" TEXT,
    "phone" TEXT,
    "phone_since" TIMESTAMPTZ(6),
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "person" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channel" "channel" NOT NULL,
    "phone" TEXT,
    "visitor_id" TEXT,
    "channel_user_id" TEXT,
    "name" TEXT,
    "email" TEXT,
    "typed_phone" TEXT,
    "contact_id" UUID,
    "linked_by" "linked_by",
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "chat" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "status" "chat_status" NOT NULL,
    "open_for" UUID,
    "last_seq" INTEGER NOT NULL,
    "problem_seq" INTEGER NOT NULL DEFAULT 0,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "last_item_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "chat_item" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "kind" "item_kind" NOT NULL,
    "author" "author" NOT NULL,
    "account_id" UUID,
    "author_name" TEXT,
    "text" TEXT,
    "data" JSONB,
    "event_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_item_pkey" PRIMARY KEY ("workspace_id","chat_id","seq")
);

-- CreateTable
CREATE TABLE "chat_read" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "chat_read_pkey" PRIMARY KEY ("workspace_id","account_id","chat_id")
);

-- CreateTable
CREATE TABLE "event" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contact_id" UUID,
    "person_id" UUID,
    "event" TEXT NOT NULL,
    "level" "level" NOT NULL,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "posted_to_conversations" INTEGER NOT NULL,
    "idempotency_key" TEXT,
    "request_hash" TEXT,

    CONSTRAINT "event_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "action_call" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "contact_id" UUID,
    "button_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "state" "call_state" NOT NULL,
    "url" TEXT NOT NULL,
    "request_body" TEXT,
    "reply_status" INTEGER,
    "reply_body" TEXT,
    "reason" TEXT,
    "took_ms" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "action_call_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "member_account_id_idx" ON "member"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "action_button_workspace_id_action_key" ON "action_button"("workspace_id", "action");

-- CreateIndex
CREATE INDEX "contact_workspace_id_phone_phone_since_idx" ON "contact"("workspace_id", "phone", "phone_since");

-- CreateIndex
CREATE INDEX "contact_workspace_id_email_key_idx" ON "contact"("workspace_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "contact_workspace_id_user_id_key" ON "contact"("workspace_id", "user_id");

-- CreateIndex
CREATE INDEX "person_workspace_id_contact_id_idx" ON "person"("workspace_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_workspace_id_phone_key" ON "person"("workspace_id", "phone");

-- CreateIndex
CREATE UNIQUE INDEX "person_workspace_id_visitor_id_key" ON "person"("workspace_id", "visitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_workspace_id_channel_user_id_key" ON "person"("workspace_id", "channel_user_id");

-- CreateIndex
CREATE INDEX "chat_workspace_id_person_id_status_last_message_at_idx" ON "chat"("workspace_id", "person_id", "status", "last_message_at");

-- CreateIndex
CREATE INDEX "chat_workspace_id_status_last_item_at_idx" ON "chat"("workspace_id", "status", "last_item_at");

-- CreateIndex
CREATE INDEX "chat_workspace_id_last_item_at_idx" ON "chat"("workspace_id", "last_item_at");

-- CreateIndex
CREATE UNIQUE INDEX "chat_workspace_id_open_for_key" ON "chat"("workspace_id", "open_for");

-- CreateIndex
CREATE INDEX "chat_item_workspace_id_event_id_idx" ON "chat_item"("workspace_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "chat_item_workspace_id_id_key" ON "chat_item"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "event_workspace_id_contact_id_occurred_at_received_at_idx" ON "event"("workspace_id", "contact_id", "occurred_at", "received_at");

-- CreateIndex
CREATE INDEX "event_workspace_id_contact_id_level_occurred_at_received_at_idx" ON "event"("workspace_id", "contact_id", "level", "occurred_at", "received_at");

-- CreateIndex
CREATE INDEX "event_workspace_id_person_id_occurred_at_received_at_idx" ON "event"("workspace_id", "person_id", "occurred_at", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_workspace_id_idempotency_key_key" ON "event"("workspace_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_chat_id_state_idx" ON "action_call"("workspace_id", "chat_id", "state");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_contact_id_idx" ON "action_call"("workspace_id", "contact_id");

-- CreateIndex
CREATE INDEX "action_call_workspace_id_started_at_idx" ON "action_call"("workspace_id", "started_at");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_secret" ADD CONSTRAINT "signing_secret_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "action_button" ADD CONSTRAINT "action_button_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_workspace_id_person_id_fkey" FOREIGN KEY ("workspace_id", "person_id") REFERENCES "person"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_item" ADD CONSTRAINT "chat_item_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_read" ADD CONSTRAINT "chat_read_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_workspace_id_person_id_fkey" FOREIGN KEY ("workspace_id", "person_id") REFERENCES "person"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "action_call" ADD CONSTRAINT "action_call_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
