-- Gives a workspace its turn in a queue from `at` on; a trigger calls it with the work that it writes. The lock keeps the turn from being
-- ended while the work is not committed, and so cannot be seen. Transactions that write work at the same time share it; one that makes a
-- turn earlier does not, so a queue whose work is written by long transactions never moves its turns to later.
-- On Citus the table is on one node only until `npm run distribute` was run after the upgrade: until then the sweep finds the work.
CREATE OR REPLACE FUNCTION "queue_turn_due"("of_workspace" UUID, "of_queue" TEXT, "at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due TIMESTAMPTZ;
  [[citus: count INTEGER;]]
BEGIN
  [[citus: IF NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.queue_turn')) THEN RETURN; END IF;]]
  LOOP
    ON SHARD OF of_workspace: SELECT t."due_at" INTO due FROM @queue_turn@ t WHERE t."workspace_id" = {of_workspace} AND t."queue" = {of_queue} FOR KEY SHARE;
    IF [[postgresql: FOUND]][[citus: due IS NOT NULL]] THEN
      IF due > at THEN
        ON SHARD OF of_workspace: UPDATE @queue_turn@ t SET "due_at" = {at} WHERE t."workspace_id" = {of_workspace} AND t."queue" = {of_queue} AND t."due_at" > {at};
      END IF;
      RETURN;
    END IF;
    ON SHARD OF of_workspace: INSERT INTO @queue_turn@ ("workspace_id", "queue", "due_at") VALUES ({of_workspace}, {of_queue}, {at}) ON CONFLICT DO NOTHING;
    [[citus: GET DIAGNOSTICS count = ROW_COUNT;]]
    IF [[postgresql: FOUND]][[citus: count > 0]] THEN RETURN; END IF;
  END LOOP;
END $$;

-- For tables whose rows are due when they are written: a trigger after INSERT with the rows as "added" and the name of the queue.
CREATE OR REPLACE FUNCTION "queue_turn_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", TG_ARGV[0], now()) FROM (SELECT DISTINCT "workspace_id" FROM added ORDER BY 1) a;
  RETURN NULL;
END $$;

-- What channels report waits in two queues, by the lane of its sender.
CREATE OR REPLACE FUNCTION "turns_of_inbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", a."queue", now()) FROM (
    SELECT DISTINCT "workspace_id", CASE WHEN starts_with("sender", 'f:') THEN 'files' ELSE 'inbound' END AS "queue"
    FROM added WHERE "processed_at" IS NULL ORDER BY 1, 2
  ) a;
  RETURN NULL;
END $$;

-- The place of a message in its chat, also for instances that do not write it.
CREATE OR REPLACE FUNCTION "place_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ON SHARD OF NEW."workspace_id": SELECT i."seq" INTO NEW."seq" FROM @chat_item@ i WHERE i."workspace_id" = {NEW."workspace_id"} AND i."id" = {NEW."id"};
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_outbound"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', NEW."next_try_at");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'outbound', now());
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_push"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'push', NEW."due_at");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_scheduled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'scheduled', NEW."send_at");
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_import"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", 'imports', CASE
    WHEN NEW."drops_file" OR NEW."state" IN ('checking', 'running', 'undoing') THEN now() ELSE NEW."expires_at" END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "turn_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(NEW."workspace_id", TG_ARGV[0], now());
  RETURN NULL;
END $$;

-- How many events move at once. A function, so that a test can make it small.
CREATE OR REPLACE FUNCTION "move_step_size"() RETURNS INTEGER LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT 200 $$;
