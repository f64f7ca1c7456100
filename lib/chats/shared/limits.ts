/** At most this many chats are asked for by their ids. */
export const maxIds = 50;

/** Code points of a message or a note, whoever writes it. */
export const maxMessageLength = 4_000;

/** Members whom one note mentions. */
export const maxMentions = 50;

/** The longest snooze. */
export const maxSnoozeDays = 90;

/** How far ahead a reply can be scheduled. */
export const maxScheduledDays = 90;

/** The replies of a chat that wait for their time. */
export const maxScheduled = 20;

/** Changes of one call, which makes them one after the other. */
export const maxChanges = 50;
