import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { EntryKind, type TimelineFilter } from "@/lib/domain/directory/contract";
import { timelineFilterOf } from "@/lib/domain/directory/shared/filter";

const channels = ["whatsapp", "website"] as const;

type Props = { filter: TimelineFilter; onChoose: (filter: TimelineFilter) => void };

/** Each choice applies at once. */
export function TimelineFilters({ filter, onChoose }: Props) {
  const t = useTranslations("contacts.timeline");
  const names = useTranslations("chat.channels");
  const change = (name: "kind" | "channel", value: string) => {
    const chosen: Record<string, string | undefined> = { ...filter, [name]: value };
    onChoose(timelineFilterOf({ get: (wanted) => chosen[wanted] ?? null }));
  };
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
        {channels.map((channel) => (
          <option key={channel} value={channel}>
            {names(channel)}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
