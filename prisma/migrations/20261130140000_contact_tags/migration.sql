-- CreateTable
CREATE TABLE "contact_tag" (
    "workspace_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "tag_id" UUID NOT NULL,
    "merge_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_tag_pkey" PRIMARY KEY ("workspace_id","contact_id","tag_id")
);

-- CreateIndex
CREATE INDEX "contact_tag_workspace_id_tag_id_contact_id_idx" ON "contact_tag"("workspace_id", "tag_id", "contact_id");

-- AddForeignKey
ALTER TABLE "contact_tag" ADD CONSTRAINT "contact_tag_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_tag" ADD CONSTRAINT "contact_tag_workspace_id_tag_id_fkey" FOREIGN KEY ("workspace_id", "tag_id") REFERENCES "tag"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
