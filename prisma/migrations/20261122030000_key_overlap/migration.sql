-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced_by_id" UUID,
ALTER COLUMN "hash" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "action_call_unfinished" ON "action_call"("id") WHERE (state = ANY (ARRAY['sending'::call_state, 'working'::call_state]));
