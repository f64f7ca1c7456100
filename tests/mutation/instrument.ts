import type { Mutant } from "./mutants";

type Place = Pick<Mutant, "form" | "start" | "end"> & { mutants: Mutant[] };

/**
 * The file with all its mutants in it, each behind its switch (`switch.mjs`), so that one build serves them all. A browser and
 * the build itself have no switch, and see the file as it is.
 */
export function instrumented(source: string, mutants: Mutant[]): string {
  const places = new Map<string, Place>();
  for (const mutant of mutants) {
    const { form, start, end } = mutant;
    const key = `${form} ${start} ${end}`;
    const place = places.get(key) ?? { form, start, end, mutants: [] };
    place.mutants.push(mutant);
    places.set(key, place);
  }
  for (const { start, end } of rawStatements(source)) places.set(`sent ${start}`, { form: "sql", start, end, mutants: [] });
  // Outer before inner, so that each place finds those within it behind itself.
  const outward = [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
  return render(source, outward, { start: 0, end: source.length });
}

const rank = ({ form }: Place) => ["statement", "property", "expression", "sql"].indexOf(form);

function render(source: string, places: Place[], { start, end }: { start: number; end: number }): string {
  let text = "";
  let at = start;
  for (let index = 0; index < places.length; ) {
    const place = places[index] as Place;
    let next = index + 1;
    while (next < places.length && (places[next] as Place).start < place.end) next += 1;
    const crossing = places.slice(index, next).find(({ end: other }) => other > place.end);
    if (crossing) throw new Error(`Mutants cross each other: ${source.slice(place.start, crossing.end)}`);
    const inner = places.slice(index + 1, next);
    text += source.slice(at, place.start) + switched(place, render(source, inner, place));
    at = place.end;
    index = next;
  }
  return text + source.slice(at, end);
}

const on = ({ id }: Mutant) => `globalThis.$m?.(${id})`;

function switched({ form, mutants }: Place, original: string): string {
  const [first] = mutants;
  if (!first) return `(globalThis.$sql ?? String)(${original})`;
  if (form === "statement") return `{ if (!${on(first)}) { ${original} } }`;
  if (form === "property") return `...(${on(first)} ? {} : { ${original} })`;
  if (form === "expression") return `(${mutants.map((mutant) => `${on(mutant)} ? (${mutant.text}) : `).join("")}(${original}))`;
  // A comment to the database, and a mark for the switch, which changes what stands between two of them on the way out.
  return mutants.reduce((marked, { id }) => `/*<${id}*/${marked}/*${id}>*/`, original);
}

/** The statements that are sent as a text: their first argument. */
function rawStatements(source: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!source.includes("RawUnsafe")) return found;
  for (const match of source.matchAll(/\$(?:query|execute)RawUnsafe(?:<[^(]*>)?\((\w+)/g)) {
    const end = match.index + match[0].length;
    found.push({ start: end - (match[1] ?? "").length, end });
  }
  return found;
}
