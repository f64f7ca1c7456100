import type { AttachmentView } from "@/lib/chats/attachments/contract";
import { isListOf, isObject, isText } from "@/lib/kernel/shape";

/** The chat and the account of a draft, so that another account that signs in in the same tab does not see it. */
export type DraftKey = { account: string; workspace: string; chatId: string };

export type Draft = {
  kind: "message" | "note";
  text: string;
  /** Files that were uploaded already. */
  attachments?: AttachmentView[] | undefined;
  /** The message that this one replies to, as it is quoted. */
  replyTo?: { id: string; text: string } | undefined;
  /** The members who were chosen behind an @ in a note. */
  mentions?: { id: string; name: string }[] | undefined;
};
/** A message that was sent; the browser made its id, which the server keeps. */
export type UnsentMessage = Draft & {
  id: string;
  writtenAt: string;
  /** The chat is closed with it. */
  closes?: boolean | undefined;
};

const isAttachment = (value: unknown): value is AttachmentView =>
  isObject(value) && [value["id"], value["name"], value["type"]].every(isText) && typeof value["bytes"] === "number";
const isMention = (value: unknown): value is { id: string; name: string } =>
  isObject(value) && isText(value["id"]) && isText(value["name"]);
const isQuote = (value: unknown): boolean => isObject(value) && isText(value["id"]) && isText(value["text"]);

const isDraft = (value: unknown): value is Draft =>
  isObject(value) &&
  (value["kind"] === "message" || value["kind"] === "note") &&
  isText(value["text"]) &&
  (value["attachments"] === undefined || isListOf(value["attachments"], isAttachment)) &&
  (value["replyTo"] === undefined || isQuote(value["replyTo"])) &&
  (value["mentions"] === undefined || isListOf(value["mentions"], isMention));

const isUnsent = (value: unknown): value is UnsentMessage =>
  isDraft(value) &&
  "id" in value &&
  isText(value.id) &&
  "writtenAt" in value &&
  !Number.isNaN(Date.parse(String(value.writtenAt))) &&
  (!("closes" in value) || typeof value.closes === "boolean");
const areUnsent = (value: unknown): value is UnsentMessage[] => isListOf(value, isUnsent);

type Backend = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const empty: Draft = { kind: "message", text: "" };
const draftKey = ({ account, workspace, chatId }: DraftKey) => `draft ${account} ${workspace} ${chatId}`;
const unsentKey = ({ account, workspace, chatId }: DraftKey) => `unsent ${account} ${workspace} ${chatId}`;

/** Stores drafts and unconfirmed messages across reloads. Errors of a full or blocked storage are ignored. */
export function draftStorage(backend: () => Backend) {
  /** Undefined for what another version stored in another shape. */
  function read<T>(key: string, isStored: (value: unknown) => value is T): T | undefined {
    try {
      const stored: unknown = JSON.parse(backend().getItem(key) ?? "null");
      return isStored(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  const readers = new Set<() => void>();

  function change(write: (backend: Backend) => void): void {
    try {
      write(backend());
    } catch {
      // Writing and sending work without storage.
    }
  }

  const unsent = (key: DraftKey): UnsentMessage[] => read(unsentKey(key), areUnsent) ?? [];
  const others = (key: DraftKey, id: string) => unsent(key).filter((one) => one.id !== id);

  return {
    draft: (key: DraftKey): Draft => read(draftKey(key), isDraft) ?? empty,

    saveDraft(key: DraftKey, draft: Draft): void {
      const { kind, text, attachments = [], replyTo } = draft;
      const isEmpty = text === "" && kind === "message" && attachments.length === 0 && !replyTo;
      change((on) => (isEmpty ? on.removeItem(draftKey(key)) : on.setItem(draftKey(key), JSON.stringify(draft))));
      for (const reader of readers) reader();
    },

    /** Whether something was written that is not sent. `onDraft` tells when that may have changed. */
    hasDraft(key: DraftKey): boolean {
      const { text, attachments } = read(draftKey(key), isDraft) ?? empty;
      return text.trim() !== "" || Boolean(attachments?.length);
    },

    /** Calls `reader` after every saved draft. Returns how to stop. */
    onDraft(reader: () => void): () => void {
      readers.add(reader);
      return () => readers.delete(reader);
    },

    unsent,

    add(key: DraftKey, { id, kind, text, attachments, replyTo, mentions, writtenAt }: UnsentMessage): void {
      const written: UnsentMessage = { id, kind, text, attachments, replyTo, mentions, writtenAt };
      change((on) => on.setItem(unsentKey(key), JSON.stringify([...others(key, id), written])));
    },

    remove(key: DraftKey, id: string): void {
      const left = others(key, id);
      change((on) => (left.length === 0 ? on.removeItem(unsentKey(key)) : on.setItem(unsentKey(key), JSON.stringify(left))));
    },
  };
}

/** Per tab; the browser deletes it with the tab. */
export const storage = draftStorage(() => sessionStorage);
