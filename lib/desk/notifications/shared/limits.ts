/** At most this many chats are asked for at once. */
export const maxChats = 50;
