/**
 * The website channel is the server's part of the chat on a company's site: visitors, what they send and read, and its settings. What
 * they see is in `components/channels/website`.
 */

export { leaveEmail } from "./details";
export { fileAccess, upload } from "./files";
export { identify } from "./identify";
export type { Visitor } from "./known-visitor";
export { messages } from "./messages";
export { send } from "./send";
export { config, find, isOn, save, view } from "./settings";
export { topicOf } from "./visitor";
export { concerns, type Watched, watched } from "./watch";
