import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";

const read = (file: string) => readFileSync(file, "utf8");

test("CI tries the Node that the image runs on", () => {
  const version = /^ARG BASE=\S+\/node:(\d+\.\d+)-/m.exec(read("Dockerfile"))?.[1];
  expect(read(".ci/run")).toContain(`@${version}.`);
});

test("the image gets what every command of the operator loads", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => /^tsx (lib\/\S+)/.exec(script)?.[1] ?? []);
  expect(commands).toContain("lib/ops/cli.ts");
  for (const file of commands) expect(read("lib/ops/image.mjs")).toContain(`"${file}"`);
});
