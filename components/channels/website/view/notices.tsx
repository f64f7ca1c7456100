import type { Conversation } from "@/components/channels/website/conversation";
import { useTexts } from "./settings";
import { useOnline } from "./use-online";

type Notice = "blocked" | "off" | "offline" | "waiting" | "away" | "closed";

/** The most important thing to know about the conversation now. */
function noticeOf({ state, connection, isThrottled, unsent }: Conversation, isOnline: boolean): Notice | undefined {
  if (connection === "off") return "off";
  if (state?.isBlocked) return "blocked";
  if (!isOnline) return "offline";
  if (isThrottled) return "waiting";
  if (connection === "away") return "away";
  return state?.isClosed && unsent.length === 0 ? "closed" : undefined;
}

export function Notices({ conversation }: { conversation: Conversation }) {
  const texts = useTexts();
  const notice = noticeOf(conversation, useOnline());
  return (
    <div role="status" className="flex-none">
      {notice && <p className="border-line border-t bg-raised px-4 py-2 text-center text-sm">{texts.notice[notice]}</p>}
    </div>
  );
}
