-- CreateTable
CREATE TABLE "visitor_network" (
    "workspace_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_network_pkey" PRIMARY KEY ("workspace_id","network","person_id")
);

-- CreateIndex
CREATE INDEX "visitor_network_workspace_id_person_id_seen_at_idx" ON "visitor_network"("workspace_id", "person_id", "seen_at");

-- CreateIndex
CREATE INDEX "visitor_network_seen_at_idx" ON "visitor_network"("seen_at");

-- AddForeignKey
ALTER TABLE "visitor_network" ADD CONSTRAINT "visitor_network_workspace_id_person_id_fkey" FOREIGN KEY ("workspace_id", "person_id") REFERENCES "person"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
