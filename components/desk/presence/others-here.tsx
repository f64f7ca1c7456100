import type { Present } from "@/lib/chats/browser/store/presence";
import { PresenceText } from "./presence-text";

/** The others who have the chat open; if some reply, only they. */
export function OthersHere({ others }: { others: readonly Present[] }) {
  const replying = others.filter(({ state }) => state === "replying");
  const [people, state] = replying.length > 0 ? ([replying, "replying"] as const) : ([others, "looking"] as const);
  if (people.length === 0) return null;
  return (
    <p className="min-w-0 truncate text-soft text-xs">
      <PresenceText people={people} state={state} />
    </p>
  );
}
