import { useTranslations } from "next-intl";
import type { Draft } from "@/lib/chats/browser/draft-storage";

const kinds = ["message", "note"] as const satisfies Draft["kind"][];

export function ComposerKind({ kind: chosen, onChange }: { kind: Draft["kind"]; onChange: (kind: Draft["kind"]) => void }) {
  const t = useTranslations("chat.composer");
  return (
    <fieldset aria-label={t("kind")} className="flex flex-none">
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => onChange(kind)}
          className="rounded-md px-2.5 py-1 text-sm text-soft hover:text-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text"
        >
          {t(`kinds.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}
