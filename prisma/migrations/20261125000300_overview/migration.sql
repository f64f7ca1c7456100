-- CreateTable
CREATE TABLE "first_answer" (
    "workspace_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "channel" "channel" NOT NULL,
    "account_id" UUID,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "first_answer_pkey" PRIMARY KEY ("workspace_id","chat_id","seq")
);

-- CreateTable
CREATE TABLE "api_minute" (
    "workspace_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "allowed" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "events" INTEGER NOT NULL,

    CONSTRAINT "api_minute_pkey" PRIMARY KEY ("workspace_id","minute")
);

-- CreateIndex
CREATE INDEX "first_answer_workspace_id_answered_at_asked_at_idx" ON "first_answer"("workspace_id", "answered_at", "asked_at");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "event_problem_time_idx" ON "event"("workspace_id", "occurred_at", "event", "contact_id") WHERE (level = 'problem'::level);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "problem_age_idx" ON "problem"("workspace_id", "first_at") WHERE (closed_at IS NULL);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "chat_item_question_idx" ON "chat_item"("workspace_id", "chat_id", "seq") WHERE ((kind = 'message'::item_kind) AND (author = 'customer'::author));

-- CreateIndex
CREATE INDEX IF NOT EXISTS "chat_item_change_idx" ON "chat_item"("workspace_id", "chat_id", "seq") WHERE ((kind = 'note'::item_kind) AND (author = 'system'::author));

-- Since when the customer of a chat waited before the item number before_seq; null when nobody waited. They wait from their first
-- message after the last message of an agent, or after the chat was closed later than that.
CREATE FUNCTION "waiting_since"("of_workspace" UUID, "of_chat" UUID, "before_seq" INTEGER) RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE AS $$
DECLARE
  ended INTEGER;
  asked RECORD;
BEGIN
  SELECT a."seq" INTO ended FROM "chat_item" a
  WHERE a."workspace_id" = of_workspace AND a."chat_id" = of_chat AND a."kind" = 'message' AND a."author" = 'agent' AND a."seq" < before_seq
  ORDER BY a."seq" DESC LIMIT 1;
  LOOP
    SELECT i."seq", i."created_at" INTO asked FROM "chat_item" i
    WHERE i."workspace_id" = of_workspace AND i."chat_id" = of_chat AND i."kind" = 'message' AND i."author" = 'customer'
      AND i."seq" > coalesce(ended, 0) AND i."seq" < before_seq
    ORDER BY i."seq" LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;

    SELECT max(n."seq") INTO ended FROM "chat_item" n
    WHERE n."workspace_id" = of_workspace AND n."chat_id" = of_chat AND n."seq" > asked."seq" AND n."seq" < before_seq
      AND n."kind" = 'note' AND n."author" = 'system' AND n."data" -> 'change' ->> 'what' = 'closed';
    IF ended IS NULL THEN RETURN asked."created_at"; END IF;
  END LOOP;
END $$;

-- Writes down the first answer to a customer who waited. It runs for messages of agents only, under the lock of the chat that every
-- item needs. A message that arrives late, or a clock that goes wrong, makes no negative wait.
CREATE FUNCTION "first_answer_after_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "first_answer" ("workspace_id", "chat_id", "seq", "channel", "account_id", "asked_at", "answered_at")
  SELECT NEW."workspace_id", NEW."chat_id", NEW."seq", p."channel", NEW."account_id", least(w."since", NEW."created_at"), NEW."created_at"
  FROM waiting_since(NEW."workspace_id", NEW."chat_id", NEW."seq") w("since")
  JOIN "chat" c ON c."workspace_id" = NEW."workspace_id" AND c."id" = NEW."chat_id"
  JOIN "person" p ON p."workspace_id" = c."workspace_id" AND p."id" = c."person_id"
  WHERE w."since" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "first_answer_after_insert" AFTER INSERT ON "chat_item"
FOR EACH ROW WHEN (NEW."kind" = 'message' AND NEW."author" = 'agent') EXECUTE FUNCTION "first_answer_after_insert"();

-- The items that are there, in one pass: a message of an agent and a closing each end a stretch, and a message of an agent is a first
-- answer when its stretch began with the customer.
INSERT INTO "first_answer" ("workspace_id", "chat_id", "seq", "channel", "account_id", "asked_at", "answered_at")
SELECT m."workspace_id", m."chat_id", m."seq", p."channel", m."account_id", least(m.asked_at, m."created_at"), m."created_at"
FROM (
  SELECT s."workspace_id", s."chat_id", s."seq", s."account_id", s."created_at", s."author",
    first_value(s."created_at") OVER stretch AS asked_at, first_value(s."author") OVER stretch AS begun_by
  FROM (
    SELECT i."workspace_id", i."chat_id", i."seq", i."account_id", i."created_at", i."author",
      count(*) FILTER (WHERE i."author" <> 'customer')
        OVER (PARTITION BY i."workspace_id", i."chat_id" ORDER BY i."seq" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS stretch
    FROM "chat_item" i
    WHERE (i."kind" = 'message' AND i."author" IN ('customer', 'agent'))
      OR (i."kind" = 'note' AND i."author" = 'system' AND i."data" -> 'change' ->> 'what' = 'closed')
  ) s
  WINDOW stretch AS (PARTITION BY s."workspace_id", s."chat_id", s.stretch ORDER BY s."seq")
) m
JOIN "chat" c ON c."workspace_id" = m."workspace_id" AND c."id" = m."chat_id"
JOIN "person" p ON p."workspace_id" = c."workspace_id" AND p."id" = c."person_id"
WHERE m."author" = 'agent' AND m.begun_by = 'customer';
