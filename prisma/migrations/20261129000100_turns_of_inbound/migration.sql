-- What channels report waits in two queues, by the lane of its sender.
CREATE FUNCTION "turns_of_inbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", a."queue", now()) FROM (
    SELECT DISTINCT "workspace_id", CASE WHEN starts_with("sender", 'f:') THEN 'files' ELSE 'inbound' END AS "queue"
    FROM added WHERE "processed_at" IS NULL ORDER BY 1, 2
  ) a;
  RETURN NULL;
END $$;

CREATE TRIGGER "turns_of_inbound" AFTER INSERT ON "inbound_message" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "turns_of_inbound"();

-- What waits already.
INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at")
SELECT DISTINCT m."workspace_id", CASE WHEN starts_with(m."sender", 'f:') THEN 'files' ELSE 'inbound' END, now()
FROM "inbound_message" m WHERE m."processed_at" IS NULL
ON CONFLICT DO NOTHING;
