"use client";

import type { ChatErrorProps } from "@/components/desk/conversation/chat-error";
import { loader, useLoaded } from "@/components/ui/use-loaded";

const chatError = loader(() => import("@/components/desk/conversation/chat-error").then(({ ChatError }) => ChatError));

export default function ErrorPage(props: ChatErrorProps) {
  const ChatError = useLoaded(chatError, true);
  return ChatError && <ChatError {...props} />;
}
