-- Events that are still to follow a link: the newest move with it, the others in steps (docs/decisions/84). A row is for the events of a
-- person that are with a contact, or with none (the id of zeros); they follow the link that the person has, or the one `into_id` whose the
-- person turned out to be.
CREATE TABLE "event_move" (
    "workspace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "from_id" UUID NOT NULL,
    "into_id" UUID,

    CONSTRAINT "event_move_pkey" PRIMARY KEY ("workspace_id","person_id","from_id")
);

-- How many events move at once. A function, so that a test can make it small.
CREATE FUNCTION "move_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 200 $$;

-- A person's events by the contact that they are with, newest last.
CREATE INDEX IF NOT EXISTS "event_of_person_idx" ON "event"("workspace_id", "person_id", "contact_id", "occurred_at", "received_at", "id")
WHERE (person_id IS NOT NULL);

CREATE TRIGGER "turns_of_moves" AFTER INSERT ON "event_move" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "queue_turn_added"('moves');
