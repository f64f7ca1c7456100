import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { RowActions } from "@/components/settings/shared/row-actions";
import { IconButton } from "@/components/ui/icon-button";
import { Pill } from "@/components/ui/pill";
import type { AttributeDisplay } from "@/lib/people/attribute-display/contract";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";

type Props = {
  display: AttributeDisplay;
  isFirst: boolean;
  isLast: boolean;
  onMove: (offset: 1 | -1) => void;
  onEdit: () => void;
  onRemove: () => void;
};

export function AttributeRow({ display, isFirst, isLast, onMove, onEdit, onRemove }: Props) {
  const t = useTranslations("settings.attributes");
  const { key, group, isPinned, isListed, format } = display;
  const label = nameOf(display);
  const option = format.kind === "money" ? format.currency : format.kind === "badge" ? t(`tones.${format.tone}`) : undefined;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-medium">
          <bdi>{label}</bdi>
        </p>
        {label !== key && <code className="break-all font-mono text-soft text-xs">{key}</code>}
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Pill>
            {option === undefined ? t(`formats.${format.kind}`) : t("formatWith", { format: t(`formats.${format.kind}`), option })}
          </Pill>
          {isPinned && <Pill tone="note">{t("pinned")}</Pill>}
          {isListed && <Pill tone="note">{t("listed")}</Pill>}
          {group !== null && (
            <Pill className="max-w-full">
              <bdi className="truncate">{group}</bdi>
            </Pill>
          )}
        </p>
      </div>
      <RowActions editLabel={t("edit", { label })} removeLabel={t("remove", { label })} onEdit={onEdit} onRemove={onRemove}>
        {/* Not `disabled`: at the end of the list the button must keep the keyboard focus. */}
        <IconButton label={t("up", { label })} aria-disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={t("down", { label })} aria-disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown />
        </IconButton>
      </RowActions>
    </li>
  );
}
