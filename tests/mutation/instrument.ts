import type { Mutant } from "./mutants";

type Site = Pick<Mutant, "form" | "start" | "end"> & { mutants: Mutant[] };

/**
 * The file with all its mutants, each behind its switch (`switch.mjs`), so that one build serves them all. Without the switch, as
 * in a browser or in the build, the file behaves unchanged.
 */
export function instrumented(source: string, mutants: Mutant[]): string {
  const sites = new Map<string, Site>();
  for (const mutant of mutants) {
    const { form, start, end } = mutant;
    const key = `${form} ${start} ${end}`;
    const site = sites.get(key) ?? { form, start, end, mutants: [] };
    site.mutants.push(mutant);
    sites.set(key, site);
  }
  for (const { start, end } of rawStatements(source)) sites.set(`sent ${start}`, { form: "sql", start, end, mutants: [] });
  // Outer before inner, so that the sites within a site follow it.
  const outward = [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
  return render(source, outward, { start: 0, end: source.length });
}

const rank = ({ form }: Site) => ["statement", "property", "expression", "sql"].indexOf(form);

function render(source: string, sites: Site[], { start, end }: { start: number; end: number }): string {
  let text = "";
  let at = start;
  for (let index = 0; index < sites.length; ) {
    const site = sites[index] as Site;
    let next = index + 1;
    while (next < sites.length && (sites[next] as Site).start < site.end) next += 1;
    const crossing = sites.slice(index, next).find(({ end: other }) => other > site.end);
    if (crossing) throw new Error(`Mutants cross each other: ${source.slice(site.start, crossing.end)}`);
    const inner = sites.slice(index + 1, next);
    text += source.slice(at, site.start) + switched(site, render(source, inner, site));
    at = site.end;
    index = next;
  }
  return text + source.slice(at, end);
}

const on = ({ id }: Mutant) => `globalThis.$m?.(${id})`;

function switched({ form, mutants }: Site, original: string): string {
  const [first] = mutants;
  if (!first) return `(globalThis.$sql ?? String)(${original})`;
  if (form === "statement") return `{ if (!${on(first)}) { ${original} } }`;
  if (form === "property") return `...(${on(first)} ? {} : { ${original} })`;
  if (form === "expression") return `(${mutants.map((mutant) => `${on(mutant)} ? (${mutant.text}) : `).join("")}(${original}))`;
  // Comments to the database, and marks for the switch, which replaces the text between them before the statement is sent.
  return mutants.reduce((marked, { id }) => `/*<${id}*/${marked}/*${id}>*/`, original);
}

/** The first arguments of raw statements that are sent as a text. */
function rawStatements(source: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (!source.includes("RawUnsafe")) return found;
  for (const match of source.matchAll(/\$(?:query|execute)RawUnsafe(?:<[^(]*>)?\((\w+)/g)) {
    const end = match.index + match[0].length;
    found.push({ start: end - (match[1] ?? "").length, end });
  }
  return found;
}
