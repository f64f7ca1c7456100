import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { changeSearch } from "@/lib/browser/change-search";
import { channelNames } from "@/lib/chats/shared/channels";
import { EntryKind, type TimelineFilter } from "@/lib/desk/directory/contract";
import { timelineFilterOf, timelineSearchOf } from "@/lib/desk/directory/shared/filter";

const change = (name: keyof TimelineFilter, value: string): void =>
  changeSearch("replaceState", (now) => {
    now.set(name, value);
    return timelineSearchOf(timelineFilterOf(now));
  });

/** Each choice applies at once. */
export function TimelineFilters({ filter }: { filter: TimelineFilter }) {
  const t = useTranslations("contacts.timeline");
  const names = useTranslations("chat.channels");
  return (
    <fieldset aria-label={t("filters")} className="ms-auto flex flex-wrap gap-2">
      <Select
        aria-label={t("kind")}
        className="w-36"
        value={filter.kind ?? ""}
        onChange={({ currentTarget }) => change("kind", currentTarget.value)}
      >
        <option value="">{t("everything")}</option>
        {EntryKind.options.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t("channel")}
        className="w-36"
        value={filter.channel ?? ""}
        onChange={({ currentTarget }) => change("channel", currentTarget.value)}
      >
        <option value="">{t("everyChannel")}</option>
        {channelNames.map((channel) => (
          <option key={channel} value={channel}>
            {names(channel)}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
