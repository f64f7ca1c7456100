/** Events, chats and people in chats are counted so far; one more stands for more. */
export const maxCounted = 10_000;
