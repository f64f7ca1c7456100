import { dirname } from "node:path";
import { parts } from "@/lib/messages/parts";
import { importsOf, isForBrowser, partsIn } from "./imports";
import type { Use } from "./keys";
import type { Node } from "./syntax";

type Module = { program: Node; uses: readonly Use[] };
type Modules = ReadonlyMap<string, Module>;

const isEntry = (file: string) => /^app\/(?!api\/).*\b(page|layout|error|global-error|not-found|loading)\.tsx$/.test(file);

/** The root's error pages bring their texts in every language (lib/browser/failure-messages.tsx); the root layout loads their code. */
const failures = ["errors.page"];
const bringsItsOwn = (file: string) => /^app\/(layout|error|global-error)\.tsx$/.test(file);

/** The modules of an entry that run in the browser. */
function browserModulesOf(entry: string, modules: Modules): Set<string> {
  const [seen, found] = [new Set<string>(), new Set<string>()];
  function visit(file: string, isInBrowser: boolean): void {
    const module = modules.get(file);
    if (!module) return;
    const here = isInBrowser || isForBrowser(module.program);
    const visited = here ? found : seen;
    if (visited.has(file)) return;
    visited.add(file);
    for (const next of importsOf(file, module.program)) visit(next, here);
  }
  visit(entry, false);
  return found;
}

/** The part that a layout gives, itself or by what it exports. */
function partsOfLayout(file: string, modules: Modules): string[] {
  const module = modules.get(file);
  if (!module) return [];
  const near = importsOf(file, module.program).filter((one) => one.startsWith("app/"));
  return [file, ...near].flatMap((one) => partsIn(modules.get(one)?.program ?? module.program));
}

/** The parts of the layouts around an entry, and of the entry itself if it is one. */
function partsAround(entry: string, modules: Modules): string[] {
  const folders: string[] = [];
  for (let folder = dirname(entry); folder !== "."; folder = dirname(folder)) folders.push(folder);
  return [...new Set([...folders.map((folder) => `${folder}/layout.tsx`), entry].flatMap((file) => partsOfLayout(file, modules)))];
}

const isWithin = (key: string, group: string) => key === group || key.startsWith(`${group}.`);
const isPart = (name: string): name is keyof typeof parts => name in parts;

/** What the layouts of the screens send too little or too much; `expand` gives the keys that a use may mean. */
export function checkParts(modules: Modules, expand: (key: string) => readonly string[]): string[] {
  const problems = new Set<string>();
  const used = new Map<string, Set<string>>();
  for (const entry of [...modules.keys()].filter(isEntry)) {
    const around = partsAround(entry, modules);
    for (const part of around) if (!isPart(part)) problems.add(`${entry} There is no part “${part}” in lib/messages/parts.ts.`);
    const groups = around.filter(isPart).flatMap((part) => parts[part].map((group) => ({ part, group })));
    for (const file of browserModulesOf(entry, modules)) {
      for (const { key: use, line } of modules.get(file)?.uses ?? []) {
        for (const key of expand(use)) {
          const givers = groups.filter(({ group }) => isWithin(key, group));
          for (const { part, group } of givers) used.set(part, (used.get(part) ?? new Set()).add(group));
          if (givers.length > 0 || (bringsItsOwn(entry) && failures.some((group) => isWithin(key, group)))) continue;
          problems.add(`${file}:${line} The browser gets no “${key}” in ${entry}: add its group in lib/messages/parts.ts.`);
        }
      }
    }
  }
  for (const [part, groups] of Object.entries(parts))
    for (const group of groups)
      if (!used.get(part)?.has(group)) problems.add(`lib/messages/parts.ts: no screen of “${part}” uses “${group}” in the browser.`);
  return [...problems];
}
