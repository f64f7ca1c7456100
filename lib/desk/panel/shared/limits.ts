/** How far the chats and events of a link are counted. */
export const maxCounted = 1_000;
