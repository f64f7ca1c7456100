import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { made, withParts } from "../documents/made";
import { firstComment, mainFileOf, nounFolders } from "../documents/nouns";
import { expect } from "../support/expect";

test("each noun says at the top of its main file what it is, in at most three sentences", () => {
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
