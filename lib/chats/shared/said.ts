import type { Translator } from "@/lib/messages";
import type { Line } from "./content";

/** A line in the reader's language. */
export function describeLine(t: Translator<"chat.said">, { what, name = "", count }: Line): string {
  if (what === "problems") return t(what, { count: count ?? 1 });
  const first = what === "location" && name === "" ? t("place") : t(what, { name }).trim();
  return count === undefined ? first : t("andMore", { first, count });
}
