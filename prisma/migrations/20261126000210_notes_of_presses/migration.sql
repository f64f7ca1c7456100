-- The notes of presses that hold more than their outcome, by the call and by the event that they were about: retention finds them here.
CREATE INDEX "chat_item_pressed_call_idx" ON "chat_item"("workspace_id", (("data" ->> 'callId'))) WHERE "kind" = 'action' AND "data" ? 'inputs';
CREATE INDEX "chat_item_pressed_event_idx" ON "chat_item"("workspace_id", (("data" ->> 'eventId'))) WHERE "kind" = 'action' AND "data" ? 'eventId';

-- Those whose call or event was removed before retention reached the notes.
UPDATE "chat_item" i SET "data" = i."data" - 'inputs'
WHERE i."kind" = 'action' AND i."data" ? 'inputs'
  AND NOT EXISTS (SELECT FROM "action_call" a WHERE a."workspace_id" = i."workspace_id" AND a."id" = (i."data" ->> 'callId')::uuid);
UPDATE "chat_item" i SET "data" = i."data" - ARRAY['inputs', 'about', 'eventId']
WHERE i."kind" = 'action' AND i."data" ? 'eventId'
  AND NOT EXISTS (SELECT FROM "event" e WHERE e."workspace_id" = i."workspace_id" AND e."id" = (i."data" ->> 'eventId')::uuid);
