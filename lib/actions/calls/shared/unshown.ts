import { z } from "zod";
import { said } from "./said";

const kinds = ["encoding", "page", "text", "shape", "message", "blank", "elsewhere"] as const;
/** Why nobody was shown what a receiver answered; `fields` is what its answer has instead of a message. */
export const Unshown = z.object({ kind: z.enum(kinds), fields: z.string() });
export type Unshown = z.output<typeof Unshown>;

const maxFields = 5;
const maxFieldLength = 40;

/**
 * Why an answer has no text that an agent was shown; null when it has one, or has nothing to show. `body` is the answer as it is stored: what
 * was no UTF-8 has replacement characters.
 */
export function unshownIn(body: string | null, { isRefusal }: { isRefusal: boolean }): Unshown | null {
  const text = (body ?? "").trim();
  if (text === "") return null;
  if (text.includes("\ufffd")) return { kind: "encoding", fields: "" };
  if (text.startsWith("<")) return { kind: "page", fields: "" };
  const answer = parsed(text);
  if (answer === undefined) return { kind: "text", fields: "" };
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return { kind: "shape", fields: "" };
  const { message, event } = answer as Record<string, unknown>;
  if (isRefusal && said(answer) !== null) return null;
  if (typeof message === "string") return said({ message }) === null ? { kind: "blank", fields: "" } : null;
  if (message !== undefined && message !== null) return { kind: "message", fields: "" };
  const names = Object.keys(answer).filter((name) => name !== "message" && name !== "event");
  if (names.length === 0 || (!isRefusal && event !== undefined && event !== null)) return null;
  const fields = names.slice(0, maxFields).map((name) => name.slice(0, maxFieldLength));
  return { kind: "elsewhere", fields: fields.join(", ") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
