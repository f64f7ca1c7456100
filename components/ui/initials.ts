/** "Ada Okafor" → "AO", "Visitor 4f2a" → "V4", "+44 7911 123456" → "41": the first sign of the first and the last word. */
export function initialsOf(name: string): string {
  const signs = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? []);
  return [signs[0] ?? "?", signs.length > 1 ? signs.at(-1) : ""].join("");
}
