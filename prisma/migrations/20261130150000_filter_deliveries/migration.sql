-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "type" TEXT NOT NULL DEFAULT 'ping';

-- No version with this table was released: it is small.
UPDATE "webhook_delivery" d SET "type" = v."type" FROM "webhook_event" v WHERE v."workspace_id" = d."workspace_id" AND v."id" = d."event_id";

-- CreateIndex
CREATE INDEX "webhook_delivery_filtered_idx" ON "webhook_delivery"("workspace_id", "endpoint_id", "type", "state", "at", "event_id");

CREATE OR REPLACE FUNCTION "webhook_add"("of_workspace" UUID, "of_type" TEXT, "of_contact" UUID, "of_person" UUID, "of_chat" UUID, "facts" JSONB, "written" JSONB) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(facts::text) + octet_length(coalesce(written, '[]')::text) > 18000 THEN
    written := jsonb_build_object('contentOmitted', true);
  END IF;
  WITH asked AS MATERIALIZED (
    SELECT e."id", e."content", e."url", e."disabled_at" FROM "webhook_endpoint" e
    WHERE e."workspace_id" = of_workspace AND of_type = ANY (e."types")
  ), added AS (
    INSERT INTO "webhook_event" ("workspace_id", "id", "type", "at", "data", "content", "contact_id", "person_id", "chat_id")
    SELECT of_workspace, gen_random_uuid(), of_type, w."at",
      jsonb_build_object('userId', c."user_id") || facts
        || jsonb_build_object('sequence', floor(extract(epoch FROM w."at") * 1000000)::bigint),
      CASE WHEN w."content" THEN written END, c."id", p."id", of_chat
    FROM (SELECT clock_timestamp() AS "at", bool_or(a."content") AS "content" FROM asked a HAVING count(*) > 0) w
    LEFT JOIN "contact" c ON c."workspace_id" = of_workspace AND c."id" = of_contact
    LEFT JOIN "person" p ON p."workspace_id" = of_workspace AND p."id" = of_person
    RETURNING "id", "at"
  )
  INSERT INTO "webhook_delivery" ("workspace_id", "event_id", "endpoint_id", "type", "state", "at", "due_at")
  SELECT of_workspace, n."id", a."id", of_type, CASE WHEN a."disabled_at" IS NULL THEN 'waiting' ELSE 'skipped' END, n."at", n."at"
  FROM added n CROSS JOIN asked a WHERE a."url" IS NOT NULL;
END $$;
