-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "attribute_display" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "contact_activity" (
    "workspace_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_activity_pkey" PRIMARY KEY ("workspace_id","contact_id")
);

-- CreateTable
CREATE TABLE "contact_facet" (
    "workspace_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "facets" BIGINT[] NOT NULL,

    CONSTRAINT "contact_facet_pkey" PRIMARY KEY ("workspace_id","contact_id")
);

-- CreateIndex
CREATE INDEX "contact_activity_workspace_id_last_seen_at_contact_id_idx" ON "contact_activity"("workspace_id", "last_seen_at", "contact_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "chat_item_written_idx" ON "chat_item"("workspace_id", "chat_id", "created_at", "id") WHERE ((kind = ANY (ARRAY['message'::item_kind, 'action'::item_kind])) OR ((kind = 'note'::item_kind) AND (author <> 'system'::author)));

-- AddForeignKey
ALTER TABLE "contact_activity" ADD CONSTRAINT "contact_activity_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact_facet" ADD CONSTRAINT "contact_facet_workspace_id_contact_id_fkey" FOREIGN KEY ("workspace_id", "contact_id") REFERENCES "contact"("workspace_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the list of contacts finds by its beginning.
CREATE INDEX IF NOT EXISTS "contact_name_idx" ON "contact"("workspace_id", lower("name") text_pattern_ops);
CREATE INDEX IF NOT EXISTS "contact_user_id_idx" ON "contact"("workspace_id", lower("user_id") text_pattern_ops);
CREATE INDEX IF NOT EXISTS "contact_email_idx" ON "contact"("workspace_id", lower("email") text_pattern_ops);

-- A number for each attribute with its value, of one workspace: an index of arrays finds the contacts with an attribute, and reads
-- nothing of other workspaces. Two may have one number, so a query also compares the value.
CREATE FUNCTION "contact_facets"("of_workspace" UUID, "of_attributes" JSONB) RETURNS BIGINT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(hashtextextended(of_workspace::text || length(a."key")::text || ' ' || a."key" || a."value", 0)), '{}')
  FROM jsonb_each_text(of_attributes) a
$$;

-- A contact without attributes has no row; a deleted one has none of them.
CREATE FUNCTION "facets_of_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."attributes" = '{}' THEN
    DELETE FROM "contact_facet" f WHERE f."workspace_id" = NEW."workspace_id" AND f."contact_id" = NEW."id";
  ELSE
    INSERT INTO "contact_facet" ("workspace_id", "contact_id", "facets")
    VALUES (NEW."workspace_id", NEW."id", contact_facets(NEW."workspace_id", NEW."attributes"))
    ON CONFLICT ("workspace_id", "contact_id") DO UPDATE SET "facets" = excluded."facets";
  END IF;
  RETURN NULL;
END $$;

-- Writes down that a contact was seen, to the minute: of many events in a row, one is written. It waits for no lock, so that it takes
-- part in no circle of waiting transactions: whoever has the lock writes a time of now, too.
CREATE FUNCTION "contact_seen"("of_workspace" UUID, "of_contact" UUID, "seen_at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "contact_activity" a
  WHERE a."workspace_id" = of_workspace AND a."contact_id" = of_contact AND a."last_seen_at" < seen_at - interval '1 minute'
  FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE "contact_activity" a SET "last_seen_at" = seen_at
    WHERE a."workspace_id" = of_workspace AND a."contact_id" = of_contact AND a."last_seen_at" < seen_at;
  END IF;
END $$;

CREATE FUNCTION "activity_after_events"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  g record;
BEGIN
  -- As contact_seen does, with one look-up for those that were seen within the minute: most of them.
  FOR g IN
    SELECT n."workspace_id", n."contact_id", n.at FROM (
      SELECT "workspace_id", "contact_id", max("received_at") AS at FROM added WHERE "contact_id" IS NOT NULL GROUP BY 1, 2
    ) n CROSS JOIN LATERAL (
      SELECT FROM "contact_activity" a
      WHERE a."workspace_id" = n."workspace_id" AND a."contact_id" = n."contact_id" AND a."last_seen_at" < n.at - interval '1 minute'
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) a
  LOOP
    UPDATE "contact_activity" a SET "last_seen_at" = g.at WHERE a."workspace_id" = g."workspace_id" AND a."contact_id" = g."contact_id";
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "activity_after_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM contact_seen(p."workspace_id", p."contact_id", NEW."last_message_at") FROM "person" p
  WHERE p."workspace_id" = NEW."workspace_id" AND p."id" = NEW."person_id" AND p."contact_id" IS NOT NULL;
  RETURN NULL;
END $$;

-- Who is linked to a contact brings their messages and events along. An end of the link takes nothing back.
CREATE FUNCTION "activity_after_link"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM contact_seen(NEW."workspace_id", NEW."contact_id", greatest(
    (SELECT max(h."last_message_at") FROM "chat" h WHERE h."workspace_id" = NEW."workspace_id" AND h."person_id" = NEW."id"),
    (SELECT max(e."received_at") FROM "event" e WHERE e."workspace_id" = NEW."workspace_id" AND e."person_id" = NEW."id")
  ));
  RETURN NULL;
END $$;

-- 1970 for a contact that was never seen. One statement may create a contact, link people to it and record its events, and this may run
-- last: it reads what the other triggers could not write.
CREATE FUNCTION "activity_of_new_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "contact_activity" ("workspace_id", "contact_id", "last_seen_at")
  VALUES (NEW."workspace_id", NEW."id", coalesce(greatest(
    (SELECT max(e."received_at") FROM "event" e WHERE e."workspace_id" = NEW."workspace_id" AND e."contact_id" = NEW."id"),
    (SELECT max(h."last_message_at") FROM "person" q JOIN "chat" h ON h."workspace_id" = q."workspace_id" AND h."person_id" = q."id"
      WHERE q."workspace_id" = NEW."workspace_id" AND q."contact_id" = NEW."id")
  ), to_timestamp(0)))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION "activity_of_deleted_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "contact_activity" a WHERE a."workspace_id" = NEW."workspace_id" AND a."contact_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "activity_after_insert" AFTER INSERT ON "event" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "activity_after_events"();

-- A chat that stands for a conversation elsewhere begins closed, without a message.
CREATE TRIGGER "activity_after_begin" AFTER INSERT ON "chat"
FOR EACH ROW WHEN (NEW."status" = 'open') EXECUTE FUNCTION "activity_after_chat"();

CREATE TRIGGER "activity_after_message" AFTER UPDATE OF "last_message_at", "person_id" ON "chat"
FOR EACH ROW WHEN (NEW."last_message_at" <> OLD."last_message_at" OR NEW."person_id" <> OLD."person_id")
EXECUTE FUNCTION "activity_after_chat"();

CREATE TRIGGER "activity_after_link" AFTER UPDATE OF "contact_id" ON "person"
FOR EACH ROW WHEN (NEW."contact_id" IS NOT NULL AND NEW."contact_id" IS DISTINCT FROM OLD."contact_id")
EXECUTE FUNCTION "activity_after_link"();

CREATE TRIGGER "activity_of_new_contact" AFTER INSERT ON "contact"
FOR EACH ROW WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "activity_of_new_contact"();

CREATE TRIGGER "activity_of_deleted_contact" AFTER UPDATE OF "deleted_at" ON "contact"
FOR EACH ROW WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "activity_of_deleted_contact"();

CREATE TRIGGER "facets_of_new_contact" AFTER INSERT ON "contact"
FOR EACH ROW WHEN (NEW."attributes" <> '{}') EXECUTE FUNCTION "facets_of_contact"();

CREATE TRIGGER "facets_of_changed_contact" AFTER UPDATE OF "attributes" ON "contact"
FOR EACH ROW WHEN (OLD."attributes" IS DISTINCT FROM NEW."attributes") EXECUTE FUNCTION "facets_of_contact"();

-- The contacts that are there.
INSERT INTO "contact_facet" ("workspace_id", "contact_id", "facets")
SELECT c."workspace_id", c."id", contact_facets(c."workspace_id", c."attributes") FROM "contact" c WHERE c."attributes" <> '{}';

CREATE INDEX "contact_facet_idx" ON "contact_facet" USING gin ("facets") WITH (fastupdate = off);

INSERT INTO "contact_activity" ("workspace_id", "contact_id", "last_seen_at")
SELECT c."workspace_id", c."id", coalesce(greatest(m.at, r.at), to_timestamp(0))
FROM "contact" c
LEFT JOIN (
  SELECT q."workspace_id", q."contact_id", max(h."last_message_at") AS at
  FROM "person" q JOIN "chat" h ON h."workspace_id" = q."workspace_id" AND h."person_id" = q."id"
  WHERE q."contact_id" IS NOT NULL GROUP BY 1, 2
) m ON m."workspace_id" = c."workspace_id" AND m."contact_id" = c."id"
LEFT JOIN (
  SELECT e."workspace_id", e."contact_id", max(e."received_at") AS at FROM "event" e WHERE e."contact_id" IS NOT NULL GROUP BY 1, 2
) r ON r."workspace_id" = c."workspace_id" AND r."contact_id" = c."id"
WHERE c."deleted_at" IS NULL;
