-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "agents_manage_replies" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "mention" (
    "workspace_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mention_pkey" PRIMARY KEY ("workspace_id","account_id","chat_id")
);

-- CreateTable
CREATE TABLE "saved_reply" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "shortcut" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_reply_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "tag" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "chat_tag" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "tag_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_tag_pkey" PRIMARY KEY ("workspace_id","chat_id","tag_id")
);

-- CreateIndex
CREATE INDEX "mention_workspace_id_chat_id_idx" ON "mention"("workspace_id", "chat_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_reply_workspace_id_shortcut_key" ON "saved_reply"("workspace_id", "shortcut");

-- CreateIndex
CREATE UNIQUE INDEX "tag_workspace_id_name_key_key" ON "tag"("workspace_id", "name_key");

-- CreateIndex
CREATE INDEX "chat_tag_workspace_id_tag_id_chat_id_idx" ON "chat_tag"("workspace_id", "tag_id", "chat_id");

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_workspace_id_account_id_fkey" FOREIGN KEY ("workspace_id", "account_id") REFERENCES "member"("workspace_id", "account_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "saved_reply" ADD CONSTRAINT "saved_reply_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_tag" ADD CONSTRAINT "chat_tag_workspace_id_chat_id_fkey" FOREIGN KEY ("workspace_id", "chat_id") REFERENCES "chat"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "chat_tag" ADD CONSTRAINT "chat_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
