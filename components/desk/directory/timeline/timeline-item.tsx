import { Info, Lock, MessageSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import { Why } from "@/components/desk/reach/why";
import { ProblemMark } from "@/components/desk/shared/problem-mark";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import { When } from "@/components/time/when";
import { Link } from "@/components/ui/link";
import { LinkedText } from "@/components/ui/linked-text";
import type { TimelineEntry } from "@/lib/desk/directory/contract";
import { ChannelIcon } from "./channel-icon";
import { WrittenMessage } from "./written-message";

type Item<Kind extends TimelineEntry["item"]["kind"]> = Extract<TimelineEntry["item"], { kind: Kind }>;

/** Where an entry belongs, and leads. */
function ChatLink({ workspace, chat }: { workspace: string; chat: NonNullable<TimelineEntry["chat"]> }) {
  const t = useTranslations("contacts.timeline");
  const channels = useTranslations("chat.channels");
  return (
    <Link
      href={`/${workspace}/chats/${chat.id}`}
      prefetch={false}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm text-accent text-xs underline-offset-2 hover:underline"
    >
      <ChannelIcon channel={chat.channel} />
      {t("inChat", { channel: channels(chat.channel) })}
    </Link>
  );
}

type EntryProps = { icon: ReactNode; title: ReactNode; at: string; link: ReactNode; more?: ReactNode; children?: ReactNode };

/** The times stand below each other, at the end of the line. */
function Entry({ icon, title, at, link, more, children }: EntryProps) {
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-1">
      <span aria-hidden className="text-soft [&_svg]:mt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
        <div className="min-w-0 wrap-anywhere">{title}</div>
        {link}
        {more}
      </div>
      <When at={at} className="text-end text-soft text-xs/5" />
      {children && <div className="col-start-2 -col-end-1 min-w-0">{children}</div>}
    </div>
  );
}

function EventTitle({ event: { event, level, closedBy } }: { event: Item<"event"> }) {
  const t = useTranslations("chat.problems");
  const by = () => <bdi>{closedBy?.kind === "agent" ? closedBy.name : closedBy?.event}</bdi>;
  if (level === "info") return <bdi className="font-medium">{event}</bdi>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <ProblemMark event={event} />
      <bdi className="font-semibold text-problem">{event}</bdi>
      <span className={closedBy ? "text-soft" : "text-problem"}>
        {closedBy ? t.rich(closedBy.kind === "agent" ? "closedByAgent" : "closedByEvent", { by }) : t("open")}
      </span>
    </span>
  );
}

type Props = { workspace: string; entry: TimelineEntry; displayName: string };

function Content({ workspace, entry: { at, chat, item }, displayName }: Props) {
  const t = useTranslations("contacts.timeline");
  const note = useTranslations("chat.note");
  const link = chat && <ChatLink workspace={workspace} chat={chat} />;
  switch (item.kind) {
    case "message": {
      const author = item.authorName ?? (item.author === "customer" ? displayName : t("team"));
      return (
        <Entry icon={<MessageSquare />} title={<bdi className="font-medium">{author}</bdi>} at={at} link={link}>
          <WrittenMessage workspace={workspace} message={item} />
        </Entry>
      );
    }
    case "note":
      return (
        <Entry icon={<Lock />} title={note.rich("by", { name: item.authorName, b: (text) => <bdi>{text}</bdi> })} at={at} link={link}>
          <p className="whitespace-pre-wrap rounded-lg border border-note-line bg-note px-3 py-2 wrap-anywhere">
            <LinkedText text={item.text} />
          </p>
        </Entry>
      );
    case "action":
      return (
        <div className="-mt-3 flex flex-col items-start gap-1 [&>:first-child]:w-full">
          <OutcomeNote outcome={item.outcome} authorName={item.authorName} at={at} />
          {link}
        </div>
      );
    case "event":
      return (
        <Entry icon={item.level === "info" && <Info />} title={<EventTitle event={item} />} at={at} link={link} more={<Why id={item.id} />}>
          <PropertyRows properties={item.properties} maxRows={4} lines={3} />
        </Entry>
      );
  }
}

/** An entry of one of the chats, with the link there, or an event. */
export const TimelineItem = memo(function TimelineItem(props: Props) {
  return (
    <li className="py-3">
      <Content {...props} />
    </li>
  );
});
