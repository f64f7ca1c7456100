import { SearchX } from "lucide-react";
import { BackToChats } from "@/components/chat/back-to-chats";
import { EmptyState } from "@/components/ui/empty-state";

export default function NoSuchChat() {
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState icon={<SearchX />} title="There is no such chat" action={<BackToChats />}>
        The address may be incomplete, or the chat belongs to another workspace.
      </EmptyState>
    </div>
  );
}
