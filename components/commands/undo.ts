import type { ReactNode } from "react";
import { toast } from "@/components/ui/toast";
import type { Undoable } from "./undo-toast";

/** How long what a member did is offered to be taken back. */
const undoMs = 10_000;

let undoables: Undoable[] = [];
let count = 0;

const isRecent = ({ at }: Undoable): boolean => Date.now() - at <= undoMs;
const load = () => import("./undo-toast");
const nothing = () => undefined;

/** Says what was done, and lets it be taken back by the toast that says it, or by Z; by Z alone when it is not certain yet. Returns how to withdraw that. */
export function makeUndoable(text: ReactNode, undo: () => void, isSaid = true): () => void {
  count += 1;
  const id = `undo-${count}`;
  function end(): void {
    own.isOver = true;
    undoables = undoables.filter((one) => one !== own);
  }
  const own: Undoable = {
    id,
    text,
    at: Date.now(),
    isOver: false,
    undo() {
      end();
      undo();
      void load().then(({ showUndone }) => showUndone(id), nothing);
    },
  };
  undoables = [...undoables.filter(isRecent), own];
  if (isSaid) void load().then(({ showUndoable }) => showUndoable(own, undoMs), nothing);
  return () => {
    end();
    toast.dismiss(id);
  };
}

/** Takes back what was done last. Returns false when that is too long ago. */
export function undoLast(): boolean {
  const last = undoables.at(-1);
  if (!last || !isRecent(last)) return false;
  last.undo();
  return true;
}
