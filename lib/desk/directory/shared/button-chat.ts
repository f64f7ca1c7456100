import type { ContactPage } from "@/lib/desk/directory/contract";

type Chat = ContactPage["chats"][number];

/** The chat in which the buttons of a contact's page are pressed: the one that moved last, an open one first. */
export const buttonChatOf = (chats: readonly Chat[]): Chat | undefined => chats.find(({ status }) => status === "open") ?? chats[0];
