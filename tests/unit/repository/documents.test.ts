import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "@playwright/test";
import { made, withParts } from "../../documents/made";
import { firstComment, mainFileOf, nounFolders } from "../../documents/nouns";
import { filesThatNameIt, withPublished } from "../../documents/published";
import { expect } from "../../support/expect";

const markdownIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [".", "deploy", "docs", "docs/decisions", "tests/bench", "tests/mutation"].flatMap(markdownIn);

test("each noun says at the top of its main file what it is, in 80 to 280 characters", () => {
  const silent = nounFolders.filter((folder) => {
    const comment = firstComment(readFileSync(mainFileOf(folder), "utf8"));
    return !comment?.endsWith(".") || comment.length < 80 || comment.length > 280 || /@(throws|param)/.test(comment);
  });
  expect(silent).toEqual([]);
  expect(nounFolders).toEqual(expect.arrayContaining(["lib/people", "lib/context/contacts", "lib/desk/directory", "lib/desk/panel"]));
});

test("a comment of the code below it is no comment of the file", () => {
  expect(firstComment('/**\n * A contact is\n * a customer.\n */\n\nimport "x";\n')).toBe("A contact is a customer.");
  expect(firstComment("/** Counts. */\nexport const count = 1;\n")).toBeUndefined();
  expect(firstComment('import "x";\n\n/** Counts. */\n\n')).toBeUndefined();
});

for (const [file, parts] of Object.entries(made)) {
  test(`${file} has what npm run documents writes`, () => {
    const document = readFileSync(file, "utf8");
    expect(withParts(document, parts())).toBe(document);
  });
}

for (const file of filesThatNameIt) {
  test(`${file} names the image and the version that package.json says`, () => {
    const text = readFileSync(file, "utf8");
    expect(withPublished(text)).toBe(text);
  });
}

test("the README has at most 150 lines, and its map names every noun", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
  const map = readme.slice(readme.indexOf("## The map"));
  expect(nounFolders.filter((folder) => !new RegExp(`\\b${folder.split("/").at(-1)}\\b`).test(map))).toEqual([]);
});

test("every link between documents leads to a file and a place that are there", () => {
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
  const headingsOf = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$|<a id="([^"]+)">/gm)].map(([, heading, id]) => id ?? slugOf(heading ?? ""));
  const lost = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? normalize(join(dirname(file), path)) : file;
        return !existsSync(target) || (anchor !== undefined && !headingsOf(target).includes(anchor));
      })
      .map(([link]) => `${file} ${link}`),
  );
  expect(lost).toEqual([]);
});

test("every file and every test that the document about security names is there", () => {
  const named = [...readFileSync("docs/security.md", "utf8").matchAll(/`((?:tests|lib|prisma)\/[^`*]+)(\*?)`/g)];
  const isThere = (path: string, isPart: boolean) =>
    existsSync(path) ||
    (isPart && existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => join(dirname(path), name).startsWith(path)));
  expect(named.length).toBeGreaterThan(50);
  expect(named.flatMap(([, path = "", star]) => (isThere(path, star === "*") ? [] : [path]))).toEqual([]);
});
