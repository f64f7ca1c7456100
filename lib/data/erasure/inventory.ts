import type { ImportState } from "@/lib/data/imports/contract";

/**
 * What the erasure of a person does with the rows of a table:
 * - `now`: they are gone, or empty, when it is answered
 * - `later`: the removal in the background takes them, in steps; nobody finds them meanwhile
 * - `contact`: they are the contact's, and go with it if that is chosen
 * - `age`: they go by themselves, within what the reason says
 * - `none`: they hold nothing of a person
 */
type OfPerson = "now" | "later" | "contact" | "age" | "none";

/**
 * What the deletion of a workspace does with them:
 * - `close`: gone with the first step, so that nobody gets in any more
 * - `steps`: removed in batches, in the order of this list
 * - `end`: gone with the last step
 * - `none`: they are no workspace's
 */
type OfWorkspace = "close" | "steps" | "end" | "none";

type Fate = {
  person: OfPerson;
  workspace: OfWorkspace;
  /** Whether an export of a workspace has them. Of keys and secrets, and of what is computed from the rest, it has nothing. */
  exported: boolean;
  why?: string;
};

/**
 * Every table of the schema, children first: a deletion of a workspace follows this order. A test compares the list with the schema, so
 * that a new table has to say what becomes of its rows.
 */
export const inventory = {
  contact_import_line: {
    person: "contact",
    workspace: "steps",
    exported: false,
    why: "Lines of a contact go with it, and what is in lines without a userId or in cells that name it; all of them seven days after their import ended.",
  },
  contact_import: {
    person: "contact",
    workspace: "steps",
    exported: false,
    why: "By its state: see `importFates`. Of members it has names alone.",
  },
  inbound_message: {
    person: "later",
    workspace: "steps",
    exported: false,
    why: "What waits goes now. Of what was processed a digest of the id stays for up to 30 days, so that a repeat does not bring a message back.",
  },
  outbound_message: { person: "later", workspace: "steps", exported: true, why: "What waits to be sent goes now." },
  pending_card: {
    person: "later",
    workspace: "steps",
    exported: false,
    why: "Our ids, until the cards are written. Nothing is written into a chat that is gone.",
  },
  scheduled_message: { person: "now", workspace: "steps", exported: true, why: "With the chat, so nothing of it is sent." },
  push_chat: { person: "now", workspace: "steps", exported: false },
  visible_tab: { person: "none", workspace: "steps", exported: false, why: "A member's tab; it ends within a minute." },
  member_online: { person: "none", workspace: "steps", exported: false, why: "A member's tab; it ends within a minute." },
  first_answer: { person: "later", workspace: "steps", exported: true },
  chat_read: { person: "now", workspace: "steps", exported: false },
  action_call: { person: "now", workspace: "steps", exported: true },
  attachment: { person: "later", workspace: "steps", exported: true, why: "The name goes now; the bytes in the store before the row." },
  chat_item: { person: "later", workspace: "steps", exported: true },
  mention: { person: "now", workspace: "steps", exported: false, why: "With the chat." },
  chat_tag: { person: "now", workspace: "steps", exported: true, why: "With the chat." },
  chat: { person: "now", workspace: "steps", exported: true },
  erased_chat: { person: "later", workspace: "steps", exported: false, why: "Our ids, until the removal is done." },
  erased_person: {
    person: "later",
    workspace: "steps",
    exported: false,
    why: "Names of WhatsApp for some seconds, our id until the removal is done.",
  },
  event_move: { person: "now", workspace: "steps", exported: false, why: "Our ids. They are moved before an erasure." },
  contact_move: { person: "now", workspace: "steps", exported: false, why: "Our ids. They are moved before an erasure." },
  contact_merge: {
    person: "contact",
    workspace: "steps",
    exported: false,
    why: "What an undoing needs, for a day. Of somebody who is erased alone it has our id.",
  },
  event: { person: "later", workspace: "steps", exported: true, why: "A contact's events go with the contact." },
  problem_refresh: { person: "later", workspace: "steps", exported: false, why: "A reference, until its problems are refreshed." },
  problem: { person: "now", workspace: "steps", exported: true },
  problem_handled: { person: "now", workspace: "steps", exported: true },
  visitor_network: { person: "now", workspace: "steps", exported: false, why: "Keyed digests of networks; they end by themselves, too." },
  person_identity: { person: "now", workspace: "steps", exported: true },
  person: { person: "now", workspace: "steps", exported: true, why: "An empty row stays until no event points to it." },
  contact_activity: { person: "contact", workspace: "steps", exported: false },
  contact_tag: { person: "contact", workspace: "steps", exported: true, why: "With the contact's row." },
  contact_facet: { person: "contact", workspace: "steps", exported: false },
  contact: { person: "contact", workspace: "steps", exported: true },
  webhook_attempt: { person: "later", workspace: "steps", exported: false, why: "What an endpoint answered goes now from every screen." },
  webhook_delivery: { person: "none", workspace: "steps", exported: false, why: "Our ids and times, for 30 days." },
  webhook_event: {
    person: "later",
    workspace: "steps",
    exported: false,
    why: "Nothing of them is sent any more, and their rows are emptied in steps. That a contact was deleted says so by its userId, for 30 days.",
  },
  webhook_endpoint: { person: "none", workspace: "close", exported: false },
  link_code: { person: "contact", workspace: "close", exported: false },
  link_conflict: { person: "contact", workspace: "steps", exported: true },
  api_request: {
    person: "contact",
    workspace: "steps",
    exported: true,
    why: "The userId goes with the contact; the line stays for 30 days, and has no value of what was sent.",
  },
  idempotent_call: {
    person: "now",
    workspace: "steps",
    exported: false,
    why: "Answers about people are emptied when anybody is deleted, because they may name them; the others hold nothing of a person.",
  },
  api_minute: { person: "none", workspace: "steps", exported: true, why: "Counts of calls." },
  saved_reply: { person: "none", workspace: "steps", exported: true },
  tag: { person: "none", workspace: "steps", exported: true },
  action_button: { person: "none", workspace: "steps", exported: true },
  search_person: { person: "now", workspace: "steps", exported: false },
  search_message: { person: "later", workspace: "steps", exported: false, why: "With the item; nothing is found meanwhile." },
  search_event: { person: "later", workspace: "steps", exported: false, why: "With the last event of the name and reference." },
  search_todo: { person: "later", workspace: "steps", exported: false, why: "Names and references of events, for a moment." },
  search_backfill: { person: "none", workspace: "steps", exported: false },
  queue_turn: { person: "none", workspace: "steps", exported: false, why: "Names of queues and times." },
  audit_entry: {
    person: "none",
    workspace: "steps",
    exported: true,
    why: "It is for ever, and names people in chats and contacts by our ids alone. It goes with the workspace.",
  },
  signing_secret: { person: "none", workspace: "close", exported: false },
  identify_secret: { person: "none", workspace: "close", exported: false },
  integration: { person: "none", workspace: "close", exported: false },
  embed_code: { person: "none", workspace: "close", exported: false },
  push_subscription: { person: "none", workspace: "close", exported: false, why: "A member's browser; with the membership." },
  invitation: { person: "none", workspace: "close", exported: false },
  reset_link: { person: "none", workspace: "close", exported: false, why: "Those that an admin of the workspace made." },
  api_key: { person: "none", workspace: "close", exported: false },
  member: { person: "none", workspace: "close", exported: true },
  workspace: { person: "none", workspace: "end", exported: true },
  account: { person: "none", workspace: "none", exported: false, why: "Its owner may belong to other workspaces: delete-account." },
  session: { person: "none", workspace: "none", exported: false, why: "With the account." },
  installation: { person: "none", workspace: "none", exported: false },
} as const satisfies Record<string, Fate>;

export type Table = keyof typeof inventory;

const tables = Object.keys(inventory) as Table[];

/** The tables whose rows a deletion of a workspace removes in batches, in order. */
export const removedInSteps = tables.filter((table) => inventory[table].workspace === "steps");
export const exportedTables = tables.filter((table) => inventory[table].exported);

/** What becomes of an import that was sent before somebody is erased, or a contact is deleted, by the state in which it is then. A test has somebody in each. */
export const importFates = {
  uploading: "It is refused when it is whole, and its pieces are removed.",
  columns: "It fails: its file, examples and headers go, because nobody knows who is in it.",
  checking: "It goes on without their lines; the file goes when it is checked.",
  checked: "Their lines go, and the file, whose columns could mean something else.",
  running: "Nothing of lines that it has not reached is written for them; their lines go.",
  done: "Their lines go. The file went when the run began.",
  cancelled: "As when it was done. If it wrote nothing, all lines went when it was cancelled.",
  failed: "As one that waits for its columns; after a run as when it was done.",
  undoing: "Their lines go.",
  undone: "Their lines go.",
} as const satisfies Record<ImportState | "uploading", string>;
