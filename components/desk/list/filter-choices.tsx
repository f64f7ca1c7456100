import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { menuViews } from "@/components/desk/shared/filter";
import { useLive } from "@/components/desk/shared/live";
import { MenuLabel } from "@/components/ui/menu-label";
import { MenuLine } from "@/components/ui/menu-line";
import { useMenuParts } from "@/components/ui/menu-parts";
import { TagDot } from "@/components/ui/tag-pill";
import { channelNames } from "@/lib/channels/browser/channels";
import type { Filter } from "@/lib/chats/browser/queries";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import { chooseFilter } from "./choose-filter";

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

/** What the filter's menu offers: the views without a tab, the channel and the tag. */
export function FilterChoices({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const nameOfChannel = useTranslations("chat.channels");
  const { RadioGroup } = useMenuParts();
  const { view, channel } = filter;
  return (
    <>
      <MenuLabel>{t("show")}</MenuLabel>
      <RadioGroup aria-label={t("show")} value={menuViews.find((one) => one === view) ?? ""}>
        {menuViews.map((one) => (
          <Choice key={one} value={one} onSelect={() => chooseFilter({ view: one })}>
            {t(`names.${one}`)}
          </Choice>
        ))}
      </RadioGroup>
      <MenuLine />
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
    </>
  );
}
