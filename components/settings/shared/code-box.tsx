import { CopyButton } from "@/components/ui/copy-button";

type CodeBoxProps = { path: string; code: string; label: string; copyLabel: string };

/** A file of the repository to copy. A text area, so that the keyboard can scroll it; lines do not wrap, as in an editor. */
export function CodeBox({ path, code, label, copyLabel }: CodeBoxProps) {
  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <code className="min-w-0 flex-1 truncate font-mono text-soft text-xs">{path}</code>
        <CopyButton text={code} label={copyLabel} />
      </div>
      <textarea
        readOnly
        aria-label={label}
        wrap="off"
        spellCheck={false}
        value={code}
        className="block h-[28rem] w-full resize-y overflow-auto rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
      />
    </>
  );
}
