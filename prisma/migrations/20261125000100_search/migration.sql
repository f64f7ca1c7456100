-- PostgreSQL's own; whoever may create tables in a database may create them, unless its administrator forbade that.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateEnum
CREATE TYPE "search_kind" AS ENUM ('contact', 'person', 'message', 'event');

-- CreateTable
CREATE TABLE "search_person" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "search_kind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "search_person_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "search_message" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "search_message_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "search_event" (
    "workspace_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "search_event_pkey" PRIMARY KEY ("workspace_id","event","reference")
);

-- CreateTable
CREATE TABLE "search_todo" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY,
    "workspace_id" UUID NOT NULL,
    "kind" "search_kind" NOT NULL,
    "target" UUID,
    "event" TEXT,
    "reference" TEXT,

    CONSTRAINT "search_todo_pkey" PRIMARY KEY ("id","workspace_id")
);

-- CreateTable
CREATE TABLE "search_backfill" (
    "workspace_id" UUID NOT NULL,
    "kind" "search_kind" NOT NULL,
    "before" UUID,

    CONSTRAINT "search_backfill_pkey" PRIMARY KEY ("workspace_id","kind")
);

-- CreateIndex
CREATE INDEX "search_person_text_idx" ON "search_person" USING GIN ("workspace_id" uuid_ops, "search_text" gin_trgm_ops) WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "search_message_text_idx" ON "search_message" USING GIN ("workspace_id" uuid_ops, "search_text" gin_trgm_ops) WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "search_message_workspace_id_at_idx" ON "search_message"("workspace_id", "at");

-- CreateIndex
CREATE INDEX "search_event_text_idx" ON "search_event" USING GIN ("workspace_id" uuid_ops, "search_text" gin_trgm_ops) WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "search_event_workspace_id_at_idx" ON "search_event"("workspace_id", "at");

-- The newest events of a name and a reference.
CREATE INDEX IF NOT EXISTS "event_search_idx" ON "event"("workspace_id", "event", (event_reference("properties")), "occurred_at");

-- What was written waits in search_todo, in the same transaction and whichever version wrote it, until an instance has indexed it.

CREATE FUNCTION "search_rows_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "target") SELECT a."workspace_id", TG_ARGV[0]::search_kind, a."id" FROM added a;
  RETURN NULL;
END $$;

CREATE FUNCTION "search_items_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "target")
  SELECT a."workspace_id", 'message', a."id" FROM added a WHERE a."kind" IN ('message', 'note') AND a."author" <> 'system';
  RETURN NULL;
END $$;

CREATE FUNCTION "search_row_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "target") VALUES (NEW."workspace_id", TG_ARGV[0]::search_kind, NEW."id");
  RETURN NULL;
END $$;

CREATE FUNCTION "search_row_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "target") VALUES (OLD."workspace_id", TG_ARGV[0]::search_kind, OLD."id");
  RETURN NULL;
END $$;

-- An event without a reference is found by its name, of which there is one entry: nearly all of them have nothing to add. With a
-- reference they always do, so that the removal of an entry whose last event was deleted cannot miss a new one.
CREATE FUNCTION "search_events_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "event", "reference")
  SELECT n."workspace_id", 'event', n."event", n.reference
  FROM (SELECT DISTINCT a."workspace_id", a."event", event_reference(a."properties") AS reference FROM added a) n
  WHERE n.reference <> '' OR NOT EXISTS (
    SELECT FROM "search_event" s WHERE s."workspace_id" = n."workspace_id" AND s."event" = n."event" AND s."reference" = ''
  );
  RETURN NULL;
END $$;

CREATE FUNCTION "search_events_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_todo" ("workspace_id", "kind", "event", "reference")
  SELECT DISTINCT r."workspace_id", 'event'::search_kind, r."event", event_reference(r."properties") FROM removed r;
  RETURN NULL;
END $$;

CREATE TRIGGER "search_contact_added" AFTER INSERT ON "contact" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "search_rows_added"('contact');

CREATE TRIGGER "search_contact_changed" AFTER UPDATE ON "contact" FOR EACH ROW
WHEN ((OLD."user_id", OLD."name", OLD."email", OLD."phone", OLD."deleted_at")
  IS DISTINCT FROM (NEW."user_id", NEW."name", NEW."email", NEW."phone", NEW."deleted_at"))
EXECUTE FUNCTION "search_row_changed"('contact');

CREATE TRIGGER "search_person_added" AFTER INSERT ON "person" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "search_rows_added"('person');

CREATE TRIGGER "search_person_changed" AFTER UPDATE ON "person" FOR EACH ROW
WHEN ((OLD."name", OLD."phone", OLD."username", OLD."email", OLD."typed_phone")
  IS DISTINCT FROM (NEW."name", NEW."phone", NEW."username", NEW."email", NEW."typed_phone"))
EXECUTE FUNCTION "search_row_changed"('person');

CREATE TRIGGER "search_person_removed" AFTER DELETE ON "person" FOR EACH ROW EXECUTE FUNCTION "search_row_removed"('person');

CREATE TRIGGER "search_message_added" AFTER INSERT ON "chat_item" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "search_items_added"();

CREATE TRIGGER "search_message_changed" AFTER UPDATE ON "chat_item" FOR EACH ROW
WHEN (NEW."kind" IN ('message', 'note') AND (OLD."text", OLD."data" -> 'attachments', OLD."data" -> 'isDeleted')
  IS DISTINCT FROM (NEW."text", NEW."data" -> 'attachments', NEW."data" -> 'isDeleted'))
EXECUTE FUNCTION "search_row_changed"('message');

CREATE TRIGGER "search_message_removed" AFTER DELETE ON "chat_item" FOR EACH ROW
WHEN (OLD."kind" IN ('message', 'note')) EXECUTE FUNCTION "search_row_removed"('message');

CREATE TRIGGER "search_event_added" AFTER INSERT ON "event" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "search_events_added"();

CREATE TRIGGER "search_event_removed" AFTER DELETE ON "event" REFERENCING OLD TABLE AS "removed"
FOR EACH STATEMENT EXECUTE FUNCTION "search_events_removed"();

-- What is there is indexed in the background, newest first; a row goes when all of its kind is done.
INSERT INTO "search_backfill" ("workspace_id", "kind") SELECT w."id", k FROM "workspace" w CROSS JOIN unnest(enum_range(NULL::search_kind)) k;
