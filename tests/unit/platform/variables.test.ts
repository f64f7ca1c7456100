import { test } from "@playwright/test";
import { variableNames } from "@/lib/platform/variables";
import { described, instances } from "../../documents/variables";
import { expect } from "../../support/expect";

const names = described.map(({ name }) => name);

/** Whether a value is the variable's own, with or without a default, or required. */
const passes = (value: string | undefined, name: string) => new RegExp(`^\\$\\{${name}:[-?][^}]*\\}$`).test(value ?? "");

test("every variable but that of the demo is described", () => {
  expect(variableNames.filter((name) => !names.includes(name))).toEqual(["DEMO"]);
});

for (const [instance, { environment, stop_grace_period: refusals }] of instances) {
  test(`compose.cluster.yaml passes every variable to ${instance} or refuses it`, () => {
    for (const name of names) {
      const isPassed = passes(environment[name], name);
      const isRefused = refusals.includes(`\${${name}:+leave out ${name}, because `);
      expect(isPassed !== isRefused, `${name} is passed on, or refused with a reason`).toBe(true);
    }
  });

  test(`compose.cluster.yaml sets nothing for ${instance} that is not described`, () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(environment)));
  });
}

test("compose.cluster.yaml starts two instances, with a period to stop when nothing is refused", () => {
  expect(instances.map(([name]) => name)).toEqual(["app-1", "app-2"]);
  for (const [, { stop_grace_period: period }] of instances) expect(period.replaceAll(/\$\{\w+:\+[^}]*\}/g, "")).toBe("20s");
});
