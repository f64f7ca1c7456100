/**
 * Preloaded into every process of a run: selects the active mutant, and records which mutants were reached. The mutant is changed
 * in running processes: an hour is enough only because one server serves many mutants.
 */
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const folder = process.env.MUTATION_FOLDER;
const replacements = JSON.parse(readFileSync(process.env.MUTATION_SQL, "utf8"));
let active = Number(process.env.MUTANT ?? -1);
let reached = new Set();
let statements = new Map();

globalThis.$m = (id) => {
  reached.add(id);
  return id === active;
};

/** The statement with the active mutant applied, and without marks. */
globalThis.$sql = (marked) => {
  const known = statements.get(marked) ?? plain(marked);
  statements.set(marked, known);
  for (const id of known.ids) reached.add(id);
  return known.text;
};

function plain(marked) {
  const ids = [...marked.matchAll(/\/\*<(\d+)\*\//g)].map(([, id]) => Number(id));
  const [open, close] = [`/*<${active}*/`, `/*${active}>*/`];
  const start = marked.indexOf(open);
  const whole =
    start === -1 ? marked : marked.slice(0, start) + replacements[active] + marked.slice(marked.indexOf(close, start) + close.length);
  return { ids, text: whole.replace(/\/\*<\d+\*\/|\/\*\d+>\*\//g, "") };
}

/** Activates another mutant. Returns those that were reached since the last call. */
globalThis.$activate = (id) => {
  const before = [...reached];
  active = id;
  reached = new Set();
  statements = new Map();
  return before;
};

// A thread of the process, such as that of the embedded database, would take the same socket.
if (folder && process.env.MUTATION_SERVED && isMainThread) {
  const socket = join(folder, `${process.pid}.sock`);
  createServer((request, response) => response.end(JSON.stringify(globalThis.$activate(Number(request.url.slice(1))))))
    .listen(socket)
    .unref();
  const write = () => {
    if (reached.size > 0) appendFileSync(join(folder, "reached"), `${JSON.stringify([...reached])}\n`);
    reached = new Set();
  };
  // A killed process cannot write at its end.
  if (process.env.MUTATION_COVERAGE) setInterval(write, 100).unref();
  process.on("exit", () => {
    write();
    rmSync(socket, { force: true });
  });
}
