/**
 * Adds texts to the catalogue, sorted and under a lock, so that two people may edit it at the same time:
 * node tests/messages/set.mjs shell.title "Text" … | --file changes.json | --remove key …
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";

const path = "lib/messages/en.json";
const lock = ".next-messages-lock";

const isGroup = (value) => typeof value === "object" && value !== null;
const sorted = (group) =>
  Object.fromEntries(
    Object.entries(group)
      .filter(([, value]) => !isGroup(value) || Object.keys(value).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, isGroup(value) ? sorted(value) : value]),
  );

function merge(group, changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (isGroup(value)) {
      if (!isGroup(group[key])) group[key] = {};
      merge(group[key], value);
    } else group[key] = value;
  }
}

const nested = (key, value) => key.split(".").reduceRight((inner, part) => ({ [part]: inner }), value);

function remove(group, [part, ...rest]) {
  if (rest.length === 0) delete group[part];
  else if (isGroup(group[part])) remove(group[part], rest);
}

function edit(messages, [option, ...rest]) {
  if (option === "--file") return merge(messages, JSON.parse(readFileSync(rest[0], "utf8")));
  if (option === "--remove") {
    for (const key of rest) remove(messages, key.split("."));
    return;
  }
  const pairs = [option, ...rest];
  for (let index = 0; index < pairs.length; index += 2) merge(messages, nested(pairs[index], pairs[index + 1]));
}

for (;;) {
  try {
    mkdirSync(lock);
    break;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
try {
  const messages = JSON.parse(readFileSync(path, "utf8"));
  edit(messages, process.argv.slice(2));
  writeFileSync(`${path}.new`, `${JSON.stringify(sorted(messages), null, 2)}\n`);
  renameSync(`${path}.new`, path);
  execFileSync(process.execPath, ["lib/messages/declare.mjs"]);
} finally {
  rmdirSync(lock);
}
