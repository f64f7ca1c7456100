import { z } from "zod";
import { AttachmentView } from "@/lib/domain/attachments/contract";

/** The chat and the account of a draft, so that another account that signs in in the same tab does not see it. */
export type DraftKey = { account: string; workspace: string; chatId: string };

const StoredDraft = z.object({
  kind: z.enum(["message", "note"]),
  text: z.string(),
  /** Files that were uploaded already. */
  attachments: z.array(AttachmentView).optional(),
  /** The message that this one replies to, as it is quoted. */
  replyTo: z.object({ id: z.string(), text: z.string() }).optional(),
  /** The members who were chosen behind an @ in a note. */
  mentions: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});
const StoredWritten = StoredDraft.extend({ id: z.string(), writtenAt: z.iso.datetime() });

export type Draft = z.output<typeof StoredDraft>;
/** A message that was sent; the browser made its id, which the server keeps. */
export type UnsentMessage = z.output<typeof StoredWritten>;

type Backend = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

const empty: Draft = { kind: "message", text: "" };
const draftKey = ({ account, workspace, chatId }: DraftKey) => `draft ${account} ${workspace} ${chatId}`;
const unsentKey = ({ account, workspace, chatId }: DraftKey) => `unsent ${account} ${workspace} ${chatId}`;

/** Stores drafts and unconfirmed messages across reloads. Errors of a full or blocked storage are ignored. */
export function draftStorage(backend: () => Backend) {
  function read<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined {
    try {
      return schema.parse(JSON.parse(backend().getItem(key) ?? "null"));
    } catch {
      return undefined;
    }
  }

  function change(write: (backend: Backend) => void): void {
    try {
      write(backend());
    } catch {
      // Writing and sending work without storage.
    }
  }

  const unsent = (key: DraftKey): UnsentMessage[] => read(unsentKey(key), z.array(StoredWritten)) ?? [];
  const others = (key: DraftKey, id: string) => unsent(key).filter((one) => one.id !== id);

  return {
    draft: (key: DraftKey): Draft => read(draftKey(key), StoredDraft) ?? empty,

    saveDraft(key: DraftKey, draft: Draft): void {
      const { kind, text, attachments = [], replyTo } = draft;
      const isEmpty = text === "" && kind === "message" && attachments.length === 0 && !replyTo;
      change((on) => (isEmpty ? on.removeItem(draftKey(key)) : on.setItem(draftKey(key), JSON.stringify(draft))));
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

    clear: (): void => change((on) => on.clear()),
  };
}

/** Per tab; the browser deletes it with the tab. */
export const storage = draftStorage(() => sessionStorage);
