import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { withPublished } from "../../documents/published";
import { checkRepository, notesOf } from "../../documents/release";
import { expect } from "../../support/expect";

const changelog = `# Changelog

## [Unreleased]

- Not yet.

## [1.1.0]

### Added

- A [link](docs/a.md), and “## [9.9.9]” in a sentence.

## [1.0.0] - 2026-01-02

The first version.
`;

test("a release's notes are the changelog's section of its version", () => {
  expect(notesOf({ tag: "v1.1.0", version: "1.1.0", changelog })).toBe(
    "### Added\n\n- A [link](docs/a.md), and “## [9.9.9]” in a sentence.\n",
  );
  expect(notesOf({ tag: "v1.0.0", version: "1.0.0", changelog })).toBe("The first version.\n");
});

test("a tag of another version, or of one that the changelog lacks, is refused with what to do", () => {
  expect(() => notesOf({ tag: "v1.1", version: "1.1.0", changelog })).toThrow(/Tag v1\.1\.0/);
  expect(() => notesOf({ tag: "v1.2.0", version: "1.1.0", changelog })).toThrow(/package\.json has the version 1\.1\.0/);
  expect(() => notesOf({ tag: "v1.2.0", version: "1.2.0", changelog })).toThrow(/nothing below “## \[1\.2\.0\]”/);
  expect(() => notesOf({ tag: "v1.1.0-rc.1", version: "1.1.0-rc.1", changelog })).toThrow(/nothing below/);
  expect(() => notesOf({ tag: "v2.0.0", version: "2.0.0", changelog: "## [2.0.0]\n\n## [1.0.0]\n\nOld.\n" })).toThrow(/nothing below/);
});

test("a repository under another name is refused before it publishes under one that no file names", () => {
  expect(() => checkRepository("somebody/else")).toThrow(/Change "repository"/);
});

test("the version that is released next can be, as far as the changelog goes", () => {
  const text = readFileSync("CHANGELOG.md", "utf8").replace("## [Unreleased]", "## [9.9.9]");
  expect(notesOf({ tag: "v9.9.9", version: "9.9.9", changelog: text }).length).toBeGreaterThan(100);
});

test("the image's name, its major version and the chart's versions are replaced wherever they are named", () => {
  const own = withPublished(
    'ghcr.io/other/name ghcr.io/other/name:7 https://github.com/other/beside/blob/main/x\nversion: 3.2.1\nappVersion: "3.2.1-rc.1"\n',
  );
  expect(own).not.toMatch(/other|:7|3\.2\.1/);
  expect(withPublished(own)).toBe(own);
});
