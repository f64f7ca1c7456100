import { z } from "zod";

/** Where something is written, and by whom. What is kept for one account is nothing to another that signs in in the same tab. */
export type Place = { account: string; workspace: string; chatId: string };

const DraftKept = z.object({ kind: z.enum(["message", "note"]), text: z.string() });
const WrittenKept = DraftKept.extend({ id: z.string(), writtenAt: z.iso.datetime() });

export type Draft = z.output<typeof DraftKept>;
/** Something that was sent off; its id was made here, and stays. */
export type Written = z.output<typeof WrittenKept>;

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

const empty: Draft = { kind: "message", text: "" };
const draftKey = ({ account, workspace, chatId }: Place) => `draft ${account} ${workspace} ${chatId}`;
const unsentKey = ({ account, workspace, chatId }: Place) => `unsent ${account} ${workspace} ${chatId}`;

/** Keeps drafts, and what the server has not confirmed, across reloads. Storage that is full or blocked keeps nothing, and disturbs nobody. */
export function keeper(shelf: () => Shelf) {
  function read<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined {
    try {
      return schema.parse(JSON.parse(shelf().getItem(key) ?? "null"));
    } catch {
      return undefined;
    }
  }

  function change(how: (shelf: Shelf) => void): void {
    try {
      how(shelf());
    } catch {
      // A browser that keeps nothing still lets one write and send.
    }
  }

  const unsent = (place: Place): Written[] => read(unsentKey(place), z.array(WrittenKept)) ?? [];
  const others = (place: Place, id: string) => unsent(place).filter((one) => one.id !== id);

  return {
    draft: (place: Place): Draft => read(draftKey(place), DraftKept) ?? empty,

    keepDraft(place: Place, draft: Draft): void {
      const isEmpty = draft.text === "" && draft.kind === "message";
      change((on) => (isEmpty ? on.removeItem(draftKey(place)) : on.setItem(draftKey(place), JSON.stringify(draft))));
    },

    unsent,

    add(place: Place, { id, kind, text, writtenAt }: Written): void {
      change((on) => on.setItem(unsentKey(place), JSON.stringify([...others(place, id), { id, kind, text, writtenAt }])));
    },

    remove(place: Place, id: string): void {
      const left = others(place, id);
      change((on) => (left.length === 0 ? on.removeItem(unsentKey(place)) : on.setItem(unsentKey(place), JSON.stringify(left))));
    },

    forget: (): void => change((on) => on.clear()),
  };
}

/** Of this tab, and gone with it. */
export const kept = keeper(() => sessionStorage);
