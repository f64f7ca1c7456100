import { useSyncExternalStore } from "react";
import type { Host } from "@/components/channels/website/host";
import { Composer } from "./composer";
import { EmailForm } from "./email-form";
import { useLive } from "./live";
import { MessageLog } from "./message-log";
import { Notices } from "./notices";
import type { Session } from "./use-session";
import { useUnread } from "./use-unread";

type Props = { host: Host; session: Session; isOpen: boolean };

export function ChatView({ host, session: { seenUntil, isNamed }, isOpen }: Props) {
  const live = useLive();
  const conversation = useSyncExternalStore(live.subscribe, live.read, live.read);
  useUnread(host, conversation, { isOpen, seenUntil });
  const isReadOnly = conversation.state?.isBlocked || conversation.connection === "off";

  return (
    <>
      <MessageLog conversation={conversation} />
      {!isNamed && !isReadOnly && <EmailForm conversation={conversation} />}
      <Notices conversation={conversation} />
      {!isReadOnly && <Composer isOpen={isOpen} />}
    </>
  );
}
