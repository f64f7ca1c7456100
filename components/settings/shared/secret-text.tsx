/** A secret in full: in one piece for whoever selects it, on as many lines as it needs. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <output aria-label={label} className="min-w-0 flex-1 basis-52 select-all break-all font-mono text-sm">
      {text}
    </output>
  );
}
