import { EventEmitter } from "node:events";
import { once } from "@/lib/once";

/**
 * "Look again", never data: the database has the truth (seq says how far a chat has come). A lost poke costs a delay.
 * `contacts` and `people` are those whose panel changed; `reset` names chats in which an earlier item changed;
 * `calls` are action calls that began or went on.
 */
export type Poke = {
  chats?: { id: string; seq: number }[];
  reset?: string[];
  contacts?: string[];
  people?: string[];
  calls?: string[];
};

const bus = () => once("bus", () => new EventEmitter().setMaxListeners(0));

export function poke(workspaceId: string, what: Poke): void {
  bus().emit(workspaceId, what);
}

/** Calls `hear` for every poke of the workspace until the returned function is called. */
export function listen(workspaceId: string, hear: (what: Poke) => void): () => void {
  bus().on(workspaceId, hear);
  return () => bus().off(workspaceId, hear);
}
