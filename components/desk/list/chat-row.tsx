import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { searchOf } from "@/components/desk/shared/filter";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { previewLine } from "@/components/desk/shared/preview";
import { RelativeTime } from "@/components/time/relative-time";
import { classes } from "@/components/ui/classes";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import { TagLine } from "@/components/ui/tag-line";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useShownName } from "@/components/ui/use-shown-name";
import { useOffline } from "@/lib/browser/use-offline";
import type { Filter } from "@/lib/chats/browser/queries";
import type { ChatSummary } from "@/lib/chats/contract";
import { Face, ProblemChip, RowMarks } from "./row-marks";

// Not every workspace has chosen one for its lists.
const rowAttribute = loader(() => import("./row-attribute").then(({ RowAttribute }) => RowAttribute));

// Only some lists have chats of several states.
const stateMark = loader(() => import("./state-mark").then(({ StateMark }) => StateMark));

const selectBox = loader(() => import("./selection/select-box").then(({ SelectBox }) => SelectBox));

type Props = {
  chat: ChatSummary;
  filter: Filter;
  isChosen: boolean;
  isSeen: boolean;
  isTabStop: boolean;
  onFocus: (chatId: string) => void;
};

export function ChatRow({ chat, filter, isChosen, isSeen, isTabStop, onFocus }: Props) {
  const t = useTranslations("chat.list");
  const said = useTranslations("chat.said");
  const nameOf = useShownName();
  const { workspace } = useLive();
  const { begin } = useOpening();
  const Attribute = useLoaded(rowAttribute, Boolean(chat.attribute));
  const Box = useLoaded(selectBox, true);
  const hasStates = filter.view === "problems" || filter.view === "mentions";
  const State = useLoaded(stateMark, hasStates);
  const isNew = chat.unread > 0 && !isSeen;
  return (
    <>
      <Link
        href={`/${workspace}/chats/${chat.id}${searchOf(filter)}`}
        // The whole of it, so that the chat opens at once.
        prefetch
        onFocus={() => onFocus(chat.id)}
        onNavigate={() => begin(chat.id)}
        data-row={chat.id}
        tabIndex={isTabStop ? undefined : -1}
        aria-current={isChosen ? "page" : undefined}
        className="grid h-full grid-cols-[36px_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-0.5 overflow-clip rounded-lg border border-transparent px-2.5 focus-visible:-outline-offset-2 hover:bg-raised aria-[current]:border-line aria-[current]:bg-surface"
      >
        <Face chat={chat} name={nameOf(chat.displayName)} />
        {/* The name comes first: the problem takes most of what it leaves, the tag the rest. */}
        <span className="flex min-w-0 items-center gap-1.5">
          <span className={classes("min-w-0 truncate", isNew ? "font-semibold" : "font-medium")}>{nameOf(chat.displayName)}</span>
          {hasStates && State && <State chat={chat} />}
          <ProblemChip chat={chat} />
          <span className="flex min-w-0 max-w-max flex-[1_1_0] empty:hidden">
            <TagLine tags={chat.tags} className="max-w-24" />
          </span>
          <RowMarks chat={chat} isSeen={isSeen} />
          <span className="flex-none text-soft text-xs">
            <RowTime at={chat.lastItemAt} />
          </span>
        </span>
        <span className="flex min-w-0 items-center justify-between gap-2">
          <RowPreview chatId={chat.id} text={previewLine(t, said, chat.preview)} isNew={isNew} isOpen={isChosen} />
          {chat.attribute && Attribute && <Attribute attribute={chat.attribute} />}
        </span>
      </Link>
      {Box && <Box chat={chat} filter={filter} isTabStop={isTabStop} />}
    </>
  );
}

// The server knows no drafts.
const draftMark = loader(() => import("./draft-mark").then(({ DraftMark }) => DraftMark));

type RowPreviewProps = { chatId: string; text: string; isNew: boolean; isOpen: boolean };

/** The last message; or, after a click while offline, that the chat opens later. The open chat shows its draft itself. */
function RowPreview({ chatId, text, isNew, isOpen }: RowPreviewProps) {
  const t = useTranslations("chat.list");
  const { pending } = useLinkStatus();
  const { away } = useLive();
  const DraftMark = useLoaded(draftMark, true);
  // The stream notices a server that cannot be reached while there is a network.
  const isOffline = useOffline() || away;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      {DraftMark && !isOpen && <DraftMark chatId={chatId} />}
      <span className={classes("min-w-0 flex-1 truncate", isNew ? "font-semibold" : "text-soft")}>
        {pending && isOffline ? t("opensLater") : text}
      </span>
    </span>
  );
}

/** The time of the last activity, or a spinner when opening the chat takes longer. */
function RowTime({ at }: { at: string }) {
  const { pending } = useLinkStatus();
  return (
    <span className="relative flex items-center justify-end">
      <span className={pending ? "opacity-0 transition-opacity delay-150 duration-0" : ""}>
        <RelativeTime at={at} />
      </span>
      {pending && <Spinner className="absolute end-0 transition-opacity delay-150 duration-0 starting:opacity-0" />}
    </span>
  );
}
