/** "Ada Okafor" → "AO", "Visitor 4f2a" → "V4", "+44 7911 123456" → "41": the first letter or digit of the first and the last word. */
function initialsOf(name: string): string {
  const characters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? []);
  return [characters[0] ?? "?", characters.length > 1 ? characters.at(-1) : ""].join("");
}

/** Decorative: the name is always beside it or in the label around it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size < 32 ? 11 : 13 }}
      className="grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent leading-none"
    >
      {initialsOf(name)}
    </span>
  );
}
