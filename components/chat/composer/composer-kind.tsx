import type { Draft } from "@/lib/browser/draft-storage";

const kinds = [
  { kind: "message", name: "Reply" },
  { kind: "note", name: "Private note" },
] as const;

export function ComposerKind({ kind: chosen, onChange }: { kind: Draft["kind"]; onChange: (kind: Draft["kind"]) => void }) {
  return (
    <fieldset aria-label="Who reads it" className="flex flex-none">
      {kinds.map(({ kind, name }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => onChange(kind)}
          className="rounded-md px-2.5 py-1 text-sm text-soft hover:text-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
