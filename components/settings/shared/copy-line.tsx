import { CopyButton } from "@/components/ui/copy-button";
import { SecretText } from "./secret-text";

type CopyLineProps = { label: string; text: string; copyLabel: string };

/** A value to paste elsewhere, with its name above it. */
export function CopyLine({ label, text, copyLabel }: CopyLineProps) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pe-2 ps-3">
        <SecretText label={label} text={text} />
        <CopyButton text={text} label={copyLabel} />
      </div>
    </div>
  );
}
