-- Since when the customer of a chat waited before the item number before_seq; null when nobody waited. They wait from their first
-- message after the last message of an agent, or after the chat was closed later than that.
CREATE OR REPLACE FUNCTION "waiting_since"("of_workspace" UUID, "of_chat" UUID, "before_seq" INTEGER) RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE AS $$
DECLARE
  ended INTEGER;
  asked RECORD;
BEGIN
  ON SHARD OF of_workspace: SELECT a."seq" INTO ended FROM @chat_item@ a
  WHERE a."workspace_id" = {of_workspace} AND a."chat_id" = {of_chat} AND a."kind" = 'message' AND a."author" = 'agent' AND a."seq" < {before_seq}
  ORDER BY a."seq" DESC LIMIT 1;
  LOOP
    ON SHARD OF of_workspace: SELECT i."seq", i."created_at" INTO asked FROM @chat_item@ i
    WHERE i."workspace_id" = {of_workspace} AND i."chat_id" = {of_chat} AND i."kind" = 'message' AND i."author" = 'customer'
      AND i."seq" > coalesce({ended}, 0) AND i."seq" < {before_seq}
    ORDER BY i."seq" LIMIT 1;
    IF [[postgresql: NOT FOUND]][[citus: asked."seq" IS NULL]] THEN RETURN NULL; END IF;

    ON SHARD OF of_workspace: SELECT max(n."seq") INTO ended FROM @chat_item@ n
    WHERE n."workspace_id" = {of_workspace} AND n."chat_id" = {of_chat} AND n."seq" > {asked."seq"} AND n."seq" < {before_seq}
      AND n."kind" = 'note' AND n."author" = 'system' AND n."data" -> 'change' ->> 'what' = 'closed';
    IF ended IS NULL THEN RETURN asked."created_at"; END IF;
  END LOOP;
END $$;

-- Writes down the first answer to a customer who waited. It runs for messages of agents only, under the lock of the chat that every
-- item needs. A message that arrives late, or a clock that goes wrong, makes no negative wait.
CREATE OR REPLACE FUNCTION "first_answer_after_insert"() RETURNS trigger LANGUAGE plpgsql AS $$
[[citus: DECLARE
  since TIMESTAMPTZ := waiting_since(NEW."workspace_id", NEW."chat_id", NEW."seq");]]
BEGIN
  [[citus: IF since IS NULL THEN RETURN NULL; END IF;]]
  ON SHARD OF NEW."workspace_id": INSERT INTO @first_answer@ ("workspace_id", "chat_id", "seq", "channel", "account_id", "asked_at", "answered_at")
  SELECT {NEW."workspace_id"}, {NEW."chat_id"}, {NEW."seq"}, p."channel", {NEW."account_id"}, least(w."since", {NEW."created_at"}), {NEW."created_at"}
  FROM [[postgresql: waiting_since(NEW."workspace_id", NEW."chat_id", NEW."seq")]][[citus: (SELECT {since})]] w("since")
  JOIN @chat@ c ON c."workspace_id" = {NEW."workspace_id"} AND c."id" = {NEW."chat_id"}
  JOIN @person@ p ON p."workspace_id" = c."workspace_id" AND p."id" = c."person_id"
  WHERE w."since" IS NOT NULL;
  RETURN NULL;
END $$;
