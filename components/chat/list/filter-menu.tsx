import { useQuery } from "@tanstack/react-query";
import { Check, ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { channels, menuViews } from "@/components/chat/shared/filter";
import { useLive } from "@/components/chat/shared/live";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { MenuLabel } from "@/components/ui/menu-label";
import { MenuLine } from "@/components/ui/menu-line";
import { TagDot } from "@/components/ui/tag-pill";
import type { Filter } from "@/lib/domain/chats/browser/queries";
import { tagsQuery } from "@/lib/domain/tags/browser/queries";
import { chooseFilter } from "./choose-filter";

function Choice({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.RadioItem
      value={value}
      onSelect={onSelect}
      className="flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1.5 outline-none data-highlighted:bg-accent-soft pointer-coarse:min-h-10"
    >
      <span aria-hidden className="size-4 flex-none">
        <Radix.ItemIndicator>
          <Check className="size-4" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.RadioItem>
  );
}

/** The tags of the workspace; read when the menu opens. */
function TagChoices({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const { workspace } = useLive();
  const { data } = useQuery(tagsQuery(workspace));
  const tags = data?.items ?? [];
  if (tags.length === 0 && !filter.tag) return null;
  return (
    <>
      <MenuLine />
      <MenuLabel>{t("tag")}</MenuLabel>
      <Radix.RadioGroup aria-label={t("tag")} value={filter.tag ?? ""} className="max-h-64 overflow-y-auto">
        <Choice value="" onSelect={() => chooseFilter({ ...filter, tag: null })}>
          {t("everyTag")}
        </Choice>
        {tags.map(({ id, name, color }) => (
          <Choice key={id} value={id} onSelect={() => chooseFilter({ ...filter, tag: id })}>
            <TagDot color={color} />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </Choice>
        ))}
      </Radix.RadioGroup>
    </>
  );
}

/** The name of the tag in the filter; null without one. */
function useTagName({ tag }: Filter): string | null {
  const t = useTranslations("chat.views");
  const { workspace } = useLive();
  const { data } = useQuery({ ...tagsQuery(workspace), enabled: tag !== null });
  if (!tag) return null;
  if (!data) return t("tag");
  return data.items.find(({ id }) => id === tag)?.name ?? t("removedTag");
}

/** The views without a tab, the channel and the tag. The button says what is chosen here. */
export function FilterMenu({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const channelNames = useTranslations("chat.channels");
  const { view, channel } = filter;
  const own = menuViews.find((one) => one === view);
  const tag = useTagName(filter);
  const chosen = [own && t(`names.${own}`), channel && channelNames(channel), tag].filter(Boolean).join(", ");
  return (
    <Menu
      trigger={
        <Button variant="ghost" className={chosen ? "text-text" : ""}>
          <ListFilter aria-hidden className="size-4" />
          {chosen ? (
            <span className="max-w-32 truncate">
              <span className="sr-only">{t("more")}: </span>
              {chosen}
            </span>
          ) : (
            t("more")
          )}
        </Button>
      }
    >
      <MenuLabel>{t("show")}</MenuLabel>
      <Radix.RadioGroup aria-label={t("show")} value={own ?? ""}>
        {menuViews.map((one) => (
          <Choice key={one} value={one} onSelect={() => chooseFilter({ ...filter, view: one })}>
            {t(`names.${one}`)}
          </Choice>
        ))}
      </Radix.RadioGroup>
      <MenuLine />
      <MenuLabel>{t("channel")}</MenuLabel>
      <Radix.RadioGroup aria-label={t("channel")} value={channel ?? ""}>
        <Choice value="" onSelect={() => chooseFilter({ ...filter, channel: null })}>
          {t("everyChannel")}
        </Choice>
        {channels.map((one) => (
          <Choice key={one} value={one} onSelect={() => chooseFilter({ ...filter, channel: one })}>
            {channelNames(one)}
          </Choice>
        ))}
      </Radix.RadioGroup>
      <TagChoices filter={filter} />
    </Menu>
  );
}
