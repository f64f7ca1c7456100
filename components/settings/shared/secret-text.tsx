/** A secret in full: wraps onto several lines and is selected as one piece. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <output aria-label={label} className="min-w-0 flex-1 basis-52 select-all break-all font-mono text-sm">
      {text}
    </output>
  );
}
