import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { parseYaml } from "@redocly/openapi-core";
import { variableNames } from "@/lib/platform/env";
import { expect } from "../support/expect";

type Service = { environment: Record<string, string>; stop_grace_period: string };

/** The names in the first column of the README's table. */
const described = readFileSync("README.md", "utf8")
  .split("\n")
  .filter((line) => /^\| `[A-Z]/.test(line))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name));

const { services } = parseYaml(readFileSync("compose.yaml", "utf8")) as { services: Record<string, Service> };
const instances = Object.entries(services).filter(([name]) => name.startsWith("app-"));

/** Whether a value is the variable's own, with or without a default, or required. */
const passes = (value: string | undefined, name: string) => new RegExp(`^\\$\\{${name}:[-?][^}]*\\}$`).test(value ?? "");

test("the README describes every variable", () => {
  // The logger reads LOG_LEVEL itself, and DEMO is set by npm run demo.
  const read = [...variableNames.filter((name) => name !== "DEMO"), "LOG_LEVEL"];
  expect([...described].sort()).toEqual(read.sort());
});

for (const [instance, { environment, stop_grace_period: refusals }] of instances) {
  test(`compose.yaml passes every variable to ${instance} or refuses it`, () => {
    for (const name of described) {
      const isPassed = passes(environment[name], name);
      const isRefused = refusals.includes(`\${${name}:+leave out ${name}, because `);
      expect(isPassed !== isRefused, `${name} is passed on, or refused with a reason`).toBe(true);
    }
  });

  test(`compose.yaml sets nothing for ${instance} that is not described`, () => {
    expect(described).toEqual(expect.arrayContaining(Object.keys(environment)));
  });
}

test("compose.yaml starts two instances, with a period to stop when nothing is refused", () => {
  expect(instances.map(([name]) => name)).toEqual(["app-1", "app-2"]);
  for (const [, { stop_grace_period: period }] of instances) expect(period.replaceAll(/\$\{\w+:\+[^}]*\}/g, "")).toBe("20s");
});
