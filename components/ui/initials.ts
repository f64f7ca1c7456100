/** "Ada Okafor" → "AO", "Visitor 4f2a" → "V4", "+44 7911 123456" → "41": the first letter or digit of the first and the last word. */
export function initialsOf(name: string): string {
  const characters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? []);
  return [characters[0] ?? "?", characters.length > 1 ? characters.at(-1) : ""].join("");
}
