-- A visitor's upload opened a chat, which stayed empty when nothing was sent. A chat is there when it has a message, so these go; a
-- file that waits for its message waits for its visitor from now on. Whatever
-- somebody wrote or pressed keeps its chat, and so does the one that stands for a conversation in another helpdesk.
UPDATE "attachment" f SET "visitor_id" = p."visitor_id", "chat_id" = NULL
FROM "chat" c, "person" p
WHERE f."workspace_id" = c."workspace_id" AND f."chat_id" = c."id" AND f."item_id" IS NULL
  AND p."workspace_id" = c."workspace_id" AND p."id" = c."person_id" AND p."channel" = 'website' AND p."visitor_id" NOT LIKE 'helpdesk-%'
  AND c."last_message_at" = c."created_at"
  AND NOT EXISTS (
    SELECT FROM "chat_item" s WHERE s."workspace_id" = c."workspace_id" AND s."chat_id" = c."id"
      AND (s."kind" IN ('message', 'action') OR (s."kind" = 'note' AND s."author" <> 'system'))
  )
  AND NOT EXISTS (SELECT FROM "action_call" a WHERE a."workspace_id" = c."workspace_id" AND a."chat_id" = c."id");

DELETE FROM "chat_read" r USING "chat" c, "person" p
WHERE r."workspace_id" = c."workspace_id" AND r."chat_id" = c."id"
  AND p."workspace_id" = c."workspace_id" AND p."id" = c."person_id" AND p."channel" = 'website' AND p."visitor_id" NOT LIKE 'helpdesk-%'
  AND c."last_message_at" = c."created_at"
  AND NOT EXISTS (
    SELECT FROM "chat_item" s WHERE s."workspace_id" = c."workspace_id" AND s."chat_id" = c."id"
      AND (s."kind" IN ('message', 'action') OR (s."kind" = 'note' AND s."author" <> 'system'))
  )
  AND NOT EXISTS (SELECT FROM "action_call" a WHERE a."workspace_id" = c."workspace_id" AND a."chat_id" = c."id");

DELETE FROM "chat_item" i USING "chat" c, "person" p
WHERE i."workspace_id" = c."workspace_id" AND i."chat_id" = c."id"
  AND p."workspace_id" = c."workspace_id" AND p."id" = c."person_id" AND p."channel" = 'website' AND p."visitor_id" NOT LIKE 'helpdesk-%'
  AND c."last_message_at" = c."created_at"
  AND NOT EXISTS (
    SELECT FROM "chat_item" s WHERE s."workspace_id" = c."workspace_id" AND s."chat_id" = c."id"
      AND (s."kind" IN ('message', 'action') OR (s."kind" = 'note' AND s."author" <> 'system'))
  )
  AND NOT EXISTS (SELECT FROM "action_call" a WHERE a."workspace_id" = c."workspace_id" AND a."chat_id" = c."id");

-- A message that arrives meanwhile changes the time of the last one, and so keeps its chat.
DELETE FROM "chat" c USING "person" p
WHERE p."workspace_id" = c."workspace_id" AND p."id" = c."person_id" AND p."channel" = 'website' AND p."visitor_id" NOT LIKE 'helpdesk-%'
  AND c."last_message_at" = c."created_at"
  AND NOT EXISTS (
    SELECT FROM "chat_item" s WHERE s."workspace_id" = c."workspace_id" AND s."chat_id" = c."id"
      AND (s."kind" IN ('message', 'action') OR (s."kind" = 'note' AND s."author" <> 'system'))
  )
  AND NOT EXISTS (SELECT FROM "action_call" a WHERE a."workspace_id" = c."workspace_id" AND a."chat_id" = c."id")
  AND NOT EXISTS (SELECT FROM "chat_item" i WHERE i."workspace_id" = c."workspace_id" AND i."chat_id" = c."id")
  AND NOT EXISTS (SELECT FROM "chat_read" r WHERE r."workspace_id" = c."workspace_id" AND r."chat_id" = c."id")
  AND NOT EXISTS (SELECT FROM "attachment" f WHERE f."workspace_id" = c."workspace_id" AND f."chat_id" = c."id");
