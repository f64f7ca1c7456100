/**
 * The wings of `lib` and the order of their nouns, lowest first. The noun that a wing is named after, if there is one, has its files in the
 * wing itself: here a dot.
 */
export const wings = {
  workspace: "audit sessions accounts members secrets idempotency integrations keys workspaces request-log usage",
  webhooks: ".",
  people: "attribute-display . links",
  context: "problems events contacts",
  chats: "attachments tags . handled replies",
  actions: "buttons calls receivers",
  desk: "notifications reach panel directory lists helpdesks overview search first-run",
  channels: ".",
  data: "imports erasure retention samples",
};
