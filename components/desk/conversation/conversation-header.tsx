import { ArrowLeft, PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { PresenceText } from "@/components/desk/presence/presence-text";
import { useLive } from "@/components/desk/shared/live";
import { formatPhone } from "@/components/desk/shared/phone";
import { useListSearch } from "@/components/desk/shared/use-view";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { TagPill } from "@/components/ui/tag-pill";
import { useShownName } from "@/components/ui/use-shown-name";
import { channels } from "@/lib/channels/browser/channels";
import type { Present } from "@/lib/chats/browser/store/presence";
import type { Tag } from "@/lib/chats/tags/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { isolated } from "@/lib/kernel/text";
import { ChatSwitcher } from "./chat-switcher";
import { ConversationMenu } from "./conversation-menu";
import { type Choosing, HeaderActions } from "./header-actions";

type Props = {
  panel: Panel;
  others: readonly Present[];
  choosing: Choosing;
  onChoose: (choosing: Choosing) => void;
  onContext: () => void;
};

const maxShownIdLength = 16;

/** Somebody who hides their phone has only the username that they chose. A visitor's id says little. */
function addressOf({ phone, username, visitorId, displayName }: Panel["person"]): string | null {
  if (visitorId) return visitorId.length <= maxShownIdLength ? visitorId : null;
  if (phone) return formatPhone(phone);
  const name = username && `@${username}`;
  return name === displayName ? null : name;
}

/** The person's name, channel and address, who else is here, and what is done with the chat itself. */
export function ConversationHeader({ panel, others, choosing, onChoose, onContext }: Props) {
  const t = useTranslations("chat.conversation");
  const nameOfChannel = useTranslations("chat.channels");
  const { workspace } = useLive();
  const search = useListSearch();
  const nameOf = useShownName();
  const address = addressOf(panel.person);
  const Icon = channels[panel.chat.channel].icon;
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-b border-line px-4 max-md:px-2 short:h-11">
      <Link
        href={`/${workspace}/chats${search}`}
        aria-label={t("back")}
        className="hidden size-9 flex-none place-items-center rounded-md text-soft hover:bg-raised hover:text-text max-md:grid"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" />
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-x-2 max-[1439px]:flex-col max-[1439px]:items-start">
        <h1 className="max-w-full truncate text-lg max-[1439px]:leading-5">{nameOf(panel.person.displayName)}</h1>
        {/* The channel takes what who is here leaves, and both what the name leaves. */}
        <div className="flex min-w-3.5 items-center gap-2 max-[1439px]:max-w-full min-[1440px]:flex-[1_1_0]">
          <div
            className={`flex min-w-3.5 max-w-max flex-[1_1_0] items-center gap-2 overflow-clip [overflow-clip-margin:4px] ${others.length > 0 ? "max-md:sr-only" : ""}`}
          >
            <p className="flex min-w-3.5 max-w-max flex-[1_1_0] items-center gap-1 text-soft text-xs">
              <Icon className="size-3.5 flex-none" />
              <span className="truncate">
                <span className={address ? "max-md:sr-only" : ""}>{nameOfChannel(panel.chat.channel)}</span>
                {address && (
                  <>
                    <span className="max-md:sr-only"> · </span>
                    <bdi>{address}</bdi>
                  </>
                )}
              </span>
            </p>
            <ChatSwitcher panel={panel} />
            <HeaderTags tags={panel.chat.tags} onClick={() => onChoose("tag")} />
          </div>
          <OthersHere others={others} />
        </div>
      </div>
      <HeaderActions chat={panel.chat} choosing={choosing} onChoose={onChoose} />
      <span className="hidden max-wide:block">
        <Button variant="ghost" className="max-md:px-2" onClick={onContext}>
          <PanelRight className="size-4 max-md:hidden" />
          {t("context")}
        </Button>
      </span>
      <ConversationMenu panel={panel} choosing={choosing} onChoose={onChoose} />
    </header>
  );
}

/** The tags of the chat in its header; a click changes them. Without any, the menu and the palette do. The previous version sends none. */
function HeaderTags({ tags = [], onClick }: { tags: readonly Tag[] | undefined; onClick: () => void }) {
  const t = useTranslations("chat.tags");
  const [first] = tags;
  if (!first) return null;
  const label = t("change", { names: tags.map(({ name }) => isolated(name)).join(", ") });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex min-h-6 min-w-12 max-w-44 items-center gap-1 rounded-full"
    >
      <TagPill tag={first} className="hover:border-accent" />
      {tags.length > 1 && <span className="flex-none text-soft text-xs tabular-nums">+{tags.length - 1}</span>}
    </button>
  );
}

/** The others who have the chat open; if some reply, only they. */
function OthersHere({ others }: { others: readonly Present[] }) {
  const replying = others.filter(({ state }) => state === "replying");
  const [people, state] = replying.length > 0 ? ([replying, "replying"] as const) : ([others, "looking"] as const);
  if (people.length === 0) return null;
  return (
    <p className="min-w-0 truncate text-soft text-xs">
      <PresenceText people={people} state={state} />
    </p>
  );
}
