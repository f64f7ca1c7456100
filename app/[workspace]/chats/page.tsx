import { MessageCircle } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Chats" };

/** Nothing is chosen yet. On a small screen the list stands here instead. */
export default async function ChatsPage({ params }: { params: Promise<{ workspace: string }> }) {
  await memberOf((await params).workspace, "agent");
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState icon={<MessageCircle />} title="Choose a chat">
        The conversation opens here, with what you know about the person beside it.
      </EmptyState>
    </div>
  );
}
