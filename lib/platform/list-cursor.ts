import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { canonical } from "@/lib/kernel/json";

/** What a cursor of the public API belongs to: with another workspace, list or filter it is refused (contract §9). */
export type ListOf = { list: string; workspaceId: string; filter: object };

// It keeps a page from being read with another filter. Nothing depends on its being secret: each page compares the workspace itself.
const markOf = (of: ListOf): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(JSON.parse(JSON.stringify(of)))))
    .digest("base64url")
    .slice(0, 16);

/** The cursor of the page after the row at `position`. */
export const listCursorFor = (of: ListOf, position: readonly string[]): string =>
  Buffer.from(JSON.stringify([markOf(of), ...position])).toString("base64url");

const invalidCursor = () =>
  new AppError(
    "invalid_cursor",
    "cursor must be the nextCursor of the page before, with the same filter. Leave it out to begin with the first page.",
  );

/** The position in a cursor. @throws invalid_cursor for one of another workspace, list or filter, and for what `listCursorFor` did not make */
export function readListCursor<S extends z.ZodType>(of: ListOf, cursor: string, position: S): z.output<S> {
  const [mark, ...rest] = partsOf(cursor);
  const parsed = position.safeParse(rest);
  if (mark !== markOf(of) || !parsed.success) throw invalidCursor();
  return parsed.data;
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
