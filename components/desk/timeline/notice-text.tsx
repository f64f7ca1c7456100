import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { bdi } from "@/components/ui/bdi";
import { Link } from "@/components/ui/link";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Notice } from "@/lib/chats/shared/notices";

/** What Beside says of a chat by itself, with a way to the other chat that it is about. */
export function NoticeText({ notice }: { notice: Notice }) {
  const t = useTranslations("chat.changes");
  const nameOf = useShownName();
  if (notice.what === "goes_on_in") return t.rich("goesOnIn", { count: notice.count, link: linkTo(notice.chatId) });
  if (notice.what === "goes_on_from") return t.rich("goesOnFrom", { count: notice.count, link: linkTo(notice.chatId) });
  if (notice.what === "came_back") {
    const { why, minutes, from, to } = notice;
    const names = { from, to: to ?? "", minutes, bdi };
    return t.rich(to === null ? `cameBack.${why}` : `wentOn.${why}`, names);
  }
  const { person } = notice;
  if (!person) return t("mayBeBlockedPerson");
  return t.rich("mayBeBlocked", { name: nameOf(person.displayName), bdi, link: linkTo(person.chatId) });
}

const linkTo = (chatId: string | null) => (text: ReactNode) => (chatId === null ? text : <ChatLink chatId={chatId}>{text}</ChatLink>);

function ChatLink({ chatId, children }: { chatId: string; children: ReactNode }) {
  const { workspace } = useLive();
  const { begin } = useOpening();
  return (
    // The chat may be in another view than the one that is chosen.
    <Link
      href={`/${workspace}/chats/${chatId}`}
      prefetch={false}
      onNavigate={() => begin(chatId)}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
    >
      {children}
    </Link>
  );
}
