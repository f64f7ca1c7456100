import { useTranslations } from "next-intl";
import { TagPill } from "@/components/ui/tag-pill";
import type { Tag } from "@/lib/chats/tags/contract";
import { isolated } from "@/lib/kernel/text";

/** The tags of the chat in its header; a click changes them. Without any, the menu and the palette do. The previous version sends none. */
export function HeaderTags({ tags = [], onClick }: { tags: readonly Tag[] | undefined; onClick: () => void }) {
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
