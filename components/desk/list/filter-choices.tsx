import { useQuery } from "@tanstack/react-query";
import { Check, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type menuViews, tabs } from "@/components/desk/shared/filter";
import { useLive } from "@/components/desk/shared/live";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLabel } from "@/components/ui/menu-label";
import { MenuLine } from "@/components/ui/menu-line";
import { useMenuParts } from "@/components/ui/menu-parts";
import { TagDot } from "@/components/ui/tag-pill";
import { channelNames } from "@/lib/channels/browser/channels";
import type { Filter, View } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import { chooseFilter } from "./choose-filter";
import { selection } from "./selection/selection";
import { ViewCount } from "./view-count";

function Choice({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  const { RadioItem, ItemIndicator } = useMenuParts();
  return (
    <RadioItem
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1.5 outline-none data-highlighted:bg-accent-soft pointer-coarse:min-h-10"
    >
      <span aria-hidden className="size-4 flex-none">
        <ItemIndicator>
          <Check className="size-4" />
        </ItemIndicator>
      </span>
      {children}
    </RadioItem>
  );
}

/** The tags of the workspace; read when the menu opens. */
function TagChoices({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const { workspace } = useLive();
  const { data } = useQuery(tagsQuery(workspace));
  const { RadioGroup } = useMenuParts();
  const tags = data?.items ?? [];
  if (tags.length === 0 && !filter.tag) return null;
  return (
    <>
      <MenuLine />
      <MenuLabel>{t("tag")}</MenuLabel>
      <RadioGroup aria-label={t("tag")} value={filter.tag ?? ""} className="max-h-64 overflow-y-auto">
        <Choice value="" onSelect={() => chooseFilter({ tag: null })}>
          {t("everyTag")}
        </Choice>
        {tags.map(({ id, name, color }) => (
          <Choice key={id} value={id} onSelect={() => chooseFilter({ tag: id })}>
            <TagDot color={color} />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </Choice>
        ))}
      </RadioGroup>
    </>
  );
}

type Tab = (typeof tabs)[number];
const isTab = (view: View): view is Tab => tabs.some((tab) => tab === view);

type ViewProps = { views: readonly (Tab | (typeof menuViews)[number])[]; chosen: View | undefined; counts: ChatList["counts"] };

/** The views that have no tab. */
export function ViewChoices({ views, chosen, counts }: ViewProps) {
  const t = useTranslations("chat.views");
  const { RadioGroup } = useMenuParts();
  return (
    <RadioGroup aria-label={t("show")} value={chosen ?? ""}>
      {views.map((view) => (
        <Choice key={view} value={view} onSelect={() => chooseFilter({ view })}>
          <span className="me-auto">{t(`names.${view}`)}</span>
          {isTab(view) && <ViewCount view={view} counts={counts} />}
        </Choice>
      ))}
    </RadioGroup>
  );
}

/** What the filter's menu offers: the channel and the tag. */
export function FilterChoices({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const nameOfChannel = useTranslations("chat.channels");
  const select = useTranslations("chat.selection");
  const { RadioGroup } = useMenuParts();
  const { view, channel, sort } = filter;
  return (
    <>
      {view === "unassigned" && (
        <>
          <MenuLabel>{t("sort")}</MenuLabel>
          <RadioGroup aria-label={t("sort")} value={sort ?? ""}>
            <Choice value="" onSelect={() => chooseFilter({ sort: undefined })}>
              {t("newestFirst")}
            </Choice>
            <Choice value="problems" onSelect={() => chooseFilter({ sort: "problems" })}>
              {t("problemsFirst")}
            </Choice>
          </RadioGroup>
          <MenuLine />
        </>
      )}
      <MenuLabel>{t("channel")}</MenuLabel>
      <RadioGroup aria-label={t("channel")} value={channel ?? ""}>
        <Choice value="" onSelect={() => chooseFilter({ channel: null })}>
          {t("everyChannel")}
        </Choice>
        {channelNames.map((one) => (
          <Choice key={one} value={one} onSelect={() => chooseFilter({ channel: one })}>
            {nameOfChannel(one)}
          </Choice>
        ))}
      </RadioGroup>
      <TagChoices filter={filter} />
      <MenuLine />
      <MenuItem icon={<ListChecks />} onSelect={selection.begin}>
        {select("begin")}
      </MenuItem>
    </>
  );
}
