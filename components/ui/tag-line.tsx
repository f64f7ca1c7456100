import { useTranslations } from "next-intl";
import type { Tag } from "@/lib/chats/tags/contract";
import { isolated } from "@/lib/kernel/text";
import { classes } from "./classes";
import { TagPill } from "./tag-pill";

/** The first tag, and how many there are besides; all of them for screen readers and on hover. The previous version sends none. */
export function TagLine({ tags = [], className }: { tags: readonly Tag[] | undefined; className?: string }) {
  const t = useTranslations("ui.tags");
  const [first] = tags;
  if (!first) return null;
  const names = t("list", { names: tags.map(({ name }) => isolated(name)).join(", ") });
  return (
    <span title={names} className={classes("flex min-w-6 items-center gap-1", className)}>
      <span className="sr-only">{names}</span>
      <span aria-hidden className="flex min-w-0 items-center gap-1 text-soft text-xs">
        <TagPill tag={first} />
        {tags.length > 1 && <span className="flex-none tabular-nums">+{tags.length - 1}</span>}
      </span>
    </span>
  );
}
