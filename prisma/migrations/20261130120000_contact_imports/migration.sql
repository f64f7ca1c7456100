-- CreateTable
CREATE TABLE "contact_import" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "pieces" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "encoding" TEXT NOT NULL DEFAULT 'utf-8',
    "delimiter" TEXT NOT NULL DEFAULT ',',
    "columns" JSONB NOT NULL DEFAULT '[]',
    "default_country" TEXT,
    "data_offset" INTEGER NOT NULL DEFAULT 0,
    "data_line" INTEGER NOT NULL DEFAULT 0,
    "check_offset" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "ran_lines" INTEGER NOT NULL DEFAULT 0,
    "written" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "stayed" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "failure" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "drops_file" BOOLEAN NOT NULL DEFAULT false,
    "actor" TEXT NOT NULL,
    "runner_id" UUID,
    "runner" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "stepped_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_import_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "contact_import_line" (
    "workspace_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "result" TEXT NOT NULL,
    "user_id" TEXT,
    "fields" JSONB,
    "attributes" JSONB,
    "contact_id" UUID,
    "column" TEXT,
    "value" TEXT,
    "reason" TEXT,

    CONSTRAINT "contact_import_line_pkey" PRIMARY KEY ("workspace_id","import_id","line")
);

-- CreateIndex
CREATE INDEX "contact_import_workspace_id_created_at_id_idx" ON "contact_import"("workspace_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "contact_import_workspace_id_expires_at_idx" ON "contact_import"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "contact_import_line_workspace_id_import_id_result_line_idx" ON "contact_import_line"("workspace_id", "import_id", "result", "line");

-- CreateIndex
CREATE INDEX "contact_import_line_user_idx" ON "contact_import_line"("workspace_id", "user_id", "import_id") WHERE (user_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "contact_import_line_made_idx" ON "contact_import_line"("workspace_id", "import_id", "line") WHERE (contact_id IS NOT NULL);

CREATE OR REPLACE FUNCTION "turn_of_import"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'imports', CASE
    WHEN NEW."drops_file" OR NEW."state" IN ('checking', 'running', 'undoing') THEN now() ELSE NEW."expires_at" END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "webhooks_of_import"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF webhook_wanted(NEW."workspace_id", 'import.completed') THEN
    PERFORM webhook_add(NEW."workspace_id", 'import.completed', NULL, NULL, NULL, jsonb_build_object(
      'importId', NEW."id", 'state', NEW."state", 'lines', NEW."lines", 'created', NEW."created", 'changed', NEW."written" - NEW."created",
      'refused', coalesce((NEW."counts" ->> 'refused')::integer, 0)
    ), jsonb_build_object('fileName', NEW."file_name"));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "turn_of_import" AFTER INSERT OR UPDATE OF "state", "expires_at", "drops_file" ON "contact_import"
FOR EACH ROW EXECUTE FUNCTION "turn_of_import"();

CREATE TRIGGER "webhooks_of_import" AFTER UPDATE OF "state" ON "contact_import" FOR EACH ROW
WHEN (OLD."state" = 'running' AND NEW."state" IN ('done', 'cancelled', 'failed')) EXECUTE FUNCTION "webhooks_of_import"();
