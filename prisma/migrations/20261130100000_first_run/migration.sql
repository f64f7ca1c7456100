ALTER TABLE "workspace" ADD COLUMN     "first_run_put_away_at" TIMESTAMPTZ(3),
ADD COLUMN     "server_check" JSONB;

-- Whoever uses Beside already has begun without the list of first steps; the palette has it.
UPDATE "workspace" SET "first_run_put_away_at" = CURRENT_TIMESTAMP;
