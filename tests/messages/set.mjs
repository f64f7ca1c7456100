/**
 * Adds texts to the catalogues, sorted and under a lock, so that two people may edit them at the same time:
 * node tests/messages/set.mjs shell.title "Text" --de "Text" --es "Texto" --pt "Texto" … | --file [de] changes.json | --remove key …
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";

const folder = "lib/messages";
const lock = ".next-messages-lock";
const languages = readdirSync(folder).flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? []);

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

/** The texts by language, and the keys to remove. */
function changesIn([option, ...rest]) {
  const texts = Object.fromEntries(languages.map((language) => [language, {}]));
  if (option === "--remove") return { texts, removed: rest };
  if (option === "--file") {
    const [path, language = "en"] = rest.toReversed();
    merge(texts[language], JSON.parse(readFileSync(path, "utf8")));
    return { texts, removed: [] };
  }
  let key;
  for (const [name, text] of pairsOf([option, ...rest])) {
    const language = name.startsWith("--") ? name.slice(2) : "en";
    if (language === "en") key = name;
    if (!key || !(language in texts) || text === undefined)
      throw new Error(`cannot read ${name}: a key and its text come before --de "…".`);
    merge(texts[language], nested(key, text));
  }
  return { texts, removed: [] };
}

const pairsOf = (given) => Array.from({ length: Math.ceil(given.length / 2) }, (_, index) => given.slice(index * 2, index * 2 + 2));

const { texts, removed } = changesIn(process.argv.slice(2));
for (;;) {
  try {
    mkdirSync(lock);
    break;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
try {
  for (const language of languages) {
    const path = `${folder}/${language}.json`;
    const messages = JSON.parse(readFileSync(path, "utf8"));
    merge(messages, texts[language]);
    for (const key of removed) remove(messages, key.split("."));
    writeFileSync(`${path}.new`, `${JSON.stringify(sorted(messages), null, 2)}\n`);
    renameSync(`${path}.new`, path);
  }
  execFileSync(process.execPath, ["lib/messages/declare.mjs"]);
} finally {
  rmdirSync(lock);
}
