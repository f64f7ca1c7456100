-- CreateTable
CREATE TABLE "queue_turn" (
    "workspace_id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "queue_turn_pkey" PRIMARY KEY ("workspace_id","queue")
);

-- CreateIndex
CREATE INDEX "queue_turn_queue_due_at_idx" ON "queue_turn"("queue", "due_at");

-- Gives a workspace its turn in a queue from `at` on; a trigger calls it with the work that it writes. The lock keeps the turn from being
-- ended while the work is not committed, and so cannot be seen. Transactions that write work at the same time share it; one that makes a
-- turn earlier does not, so a queue whose work is written by long transactions never moves its turns to later.
CREATE FUNCTION "queue_turn_due"("of_workspace" UUID, "of_queue" TEXT, "at" TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due TIMESTAMPTZ;
BEGIN
  LOOP
    SELECT t."due_at" INTO due FROM "queue_turn" t WHERE t."workspace_id" = of_workspace AND t."queue" = of_queue FOR KEY SHARE;
    IF FOUND THEN
      IF due > at THEN
        UPDATE "queue_turn" t SET "due_at" = at WHERE t."workspace_id" = of_workspace AND t."queue" = of_queue AND t."due_at" > at;
      END IF;
      RETURN;
    END IF;
    INSERT INTO "queue_turn" ("workspace_id", "queue", "due_at") VALUES (of_workspace, of_queue, at) ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END $$;

-- For tables whose rows are due when they are written: a trigger after INSERT with the rows as "added" and the name of the queue.
CREATE FUNCTION "queue_turn_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_turn_due(a."workspace_id", TG_ARGV[0], now()) FROM (SELECT DISTINCT "workspace_id" FROM added ORDER BY 1) a;
  RETURN NULL;
END $$;
