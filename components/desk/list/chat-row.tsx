import { useTranslations } from "next-intl";
import { searchOf } from "@/components/desk/shared/filter";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { previewLine } from "@/components/desk/shared/preview";
import { classes } from "@/components/ui/classes";
import { Link } from "@/components/ui/link";
import { TagLine } from "@/components/ui/tag-line";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Filter } from "@/lib/chats/browser/queries";
import type { ChatSummary } from "@/lib/chats/contract";
import { Face, ProblemChip, RowMarks, StateMark } from "./row-marks";
import { RowPreview } from "./row-preview";
import { RowTime } from "./row-time";

// Not every workspace has chosen one for its lists.
const rowAttribute = loader(() => import("./row-attribute").then(({ RowAttribute }) => RowAttribute));

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
  const isNew = chat.unread > 0 && !isSeen;
  return (
    <>
      <Link
        href={`/${workspace}/chats/${chat.id}${searchOf(filter)}`}
        // The whole of it, so that the chat opens at once.
        prefetch
        onFocus={() => onFocus(chat.id)}
        onNavigate={() => begin(chat.id)}
        data-chat={chat.id}
        tabIndex={isTabStop ? undefined : -1}
        aria-current={isChosen ? "page" : undefined}
        className="grid h-full grid-cols-[36px_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-0.5 overflow-clip rounded-lg border border-transparent px-2.5 focus-visible:-outline-offset-2 hover:bg-raised aria-[current]:border-line aria-[current]:bg-surface"
      >
        <Face chat={chat} name={nameOf(chat.displayName)} />
        {/* The name comes first: the problem takes most of what it leaves, the tag the rest. */}
        <span className="flex min-w-0 items-center gap-1.5">
          <span className={classes("min-w-0 truncate", isNew ? "font-semibold" : "font-medium")}>{nameOf(chat.displayName)}</span>
          {(filter.view === "problems" || filter.view === "mentions") && <StateMark chat={chat} />}
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
