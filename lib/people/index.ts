/**
 * A person is the human behind a chat as a channel knows them, by phone, channel id or visitor id; this noun finds, merges and links
 * people. The company's own description of that human is a contact.
 */

export { contactGone, linkedToAnother, linkPerson, unlinkPerson } from "./agent-link";
export { recordConflict } from "./conflicts";
export { createPeople } from "./create";
export { findPeople, findPerson, hasNewDetails, isVisitor, type NamedByChannel, type Sender } from "./find";
export { findOrCreatePerson } from "./find-or-create";
export { link, linkSignedUser } from "./link";
export { chatsMerged } from "./merged";
export type { EndedChat } from "./move-chats";
export { setPhone, supersede } from "./supersede";
