import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { canRender, chartFolder, checkedValues, defaults, examples, manifests, snapshotOf, written } from "../../helm/chart";
import { expect } from "../../support/expect";

const without = "needs Helm, or Go, whose templates are Helm's: neither is here";
// CI has Go, and leaves nothing out.
const isLeftOut = !canRender && process.env["RECEIVERS"] !== "all";

for (const [name, values] of Object.entries(examples)) {
  test(`the chart makes of the values “${name}” what it made before`, () => {
    test.skip(isLeftOut, without);
    // Run npm run documents after an intended change, and read the difference.
    expect(written(values)).toBe(readFileSync(snapshotOf(name), "utf8"));
  });
}

test("the chart refuses what cannot work, and says what to set", () => {
  test.skip(isLeftOut, without);
  const postgresql = { postgresql: true, existingSecret: "beside-secrets" };
  expect(() => manifests({ replicas: 2 })).toThrow(/set postgresql and existingSecret, or replicas to 1\./);
  expect(() => manifests({ postgresql: true })).toThrow(/a secret with DATABASE_URL, SECRET_KEY and NEXTAUTH_SECRET\./);
  expect(() => manifests({ ...postgresql, replicas: 2 })).toThrow(/set env\.S3_BUCKET and its neighbours, or persistence\.accessMode/);
  expect(() => manifests({ ...postgresql, replicas: 2, persistence: { enabled: false } })).toThrow(/all need the same files/);
  expect(() => manifests({ ingress: { enabled: true } })).toThrow(/ingress\.host/);
});

test("a volume that one node can use is never shared by two pods", () => {
  test.skip(isLeftOut, without);
  const bucket = { S3_BUCKET: "files" };
  for (const values of [
    {},
    { postgresql: true, existingSecret: "s" },
    { postgresql: true, existingSecret: "s", env: bucket },
    { env: bucket },
  ]) {
    const all = manifests(values);
    const text = JSON.stringify(all.find(({ kind }) => kind === "Deployment"));
    const hasVolume = text.includes("persistentVolumeClaim");
    expect(all.some(({ kind }) => kind === "PersistentVolumeClaim")).toBe(hasVolume);
    expect(text.includes('"type":"Recreate"')).toBe(hasVolume);
  }
});

test("the schema of the values refuses a misspelled or a wrong one, and variables that have a value of their own", () => {
  const wrong = [{ replica: 2 }, { replicas: "two" }, { publicUrl: "beside.example.com" }, { env: { PORT: "80" } }, { env: { LIMIT: 3 } }];
  for (const values of wrong) expect(() => checkedValues(values), JSON.stringify(values)).toThrow();
  expect(checkedValues({})).toEqual(defaults());
});

test("the chart's README explains every value", () => {
  const group = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  const names = Object.entries(defaults()).flatMap(([name, value]) =>
    group(value) && name !== "resources" ? Object.keys(value as object).map((inner) => `${name}.${inner}`) : [name],
  );
  const explained = [...readFileSync(`${chartFolder}/README.md`, "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(names);
});
