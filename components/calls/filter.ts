import { type State, states } from "@/lib/domain/calls/contract";

/** What the address says. Days are the reader's: `2026-11-21`, both included. */
export type Chosen = { status: State | ""; button: string; from: string; to: string };

export const nothingChosen: Chosen = { status: "", button: "", from: "", to: "" };

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(new Date(`${text}T00:00:00`).getTime());
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Reads an address; what makes no sense there narrows nothing. */
export function chosenIn(search: URLSearchParams): Chosen {
  const text = (name: string, isRight: (text: string) => boolean) => [search.get(name) ?? ""].find(isRight) ?? "";
  return {
    status: states.find((state) => state === search.get("status")) ?? "",
    button: text("button", isUuid),
    from: text("from", isDay),
    to: text("to", isDay),
  };
}

export function searchOf(chosen: Chosen): string {
  const given = Object.entries(chosen).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** The first moment of a day where the reader is, or of the day after. */
function startOf(day: string, { daysLater = 0 } = {}): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

/** What is asked of the server. */
export const queryOf = ({ status, button, from, to }: Chosen) => ({
  ...(status && { status }),
  ...(button && { button }),
  ...(from && { from: startOf(from) }),
  ...(to && { to: startOf(to, { daysLater: 1 }) }),
});
