import type { z } from "zod";

/** The rows that a statement concerns: they say where it runs on a distributed database. */
export type Scope =
  /** Rows of the workspace that is its first parameter. */
  | "workspace"
  /** Rows of the workspaces that the items of its first parameter, a JSON list, name. */
  | "list"
  /** Rows of all workspaces: on every shard. */
  | "all"
  /** The same until there is a row: on one shard after the other. */
  | "first"
  /** No row of a workspace: every node has its tables whole, or it names none. */
  | "everywhere";

/** A statement; without a schema of its rows it is run for its effect. */
export type Statement<S extends z.ZodType | undefined = z.ZodType | undefined> = { text: string; row: S; scope: Scope; writes: boolean };

type Tag<S extends z.ZodType | undefined> = (text: TemplateStringsArray, ...parts: (string | number)[]) => Statement<S>;
type Declared = { scope?: Scope; writes?: boolean };

/**
 * Declares a statement: `` statement({ row: IdRow })`select …` ``. What is put in is a part of its text, and no value. `writes` also what
 * locks rows, or takes a lock.
 */
export function statement<S extends z.ZodType>(declared: Declared & { row: S }): Tag<S>;
export function statement(declared?: Declared): Tag<undefined>;
export function statement({ row, scope = "workspace", writes = !row }: Declared & { row?: z.ZodType } = {}): Tag<z.ZodType | undefined> {
  return (text, ...parts) => ({ text: String.raw({ raw: text }, ...parts), row, scope, writes });
}
