/** At most this many chats are asked for by their ids. */
export const maxIds = 50;

/** Code points of a message or a note, whoever writes it. */
export const maxMessageLength = 4_000;

/** Members whom one note mentions. */
export const maxMentions = 50;

/** The longest snooze. */
export const maxSnoozeDays = 90;
