import { test } from "@playwright/test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { describe } from "@/lib/http/openapi/document";
import { contracts } from "../../support/contracts";
import { expect } from "../../support/expect";

const published = contracts.filter(({ isPublished }) => isPublished);

/** The findings of `redocly lint` with its rules `recommended`, warnings included. */
async function redoclyFinds(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

/** The findings of `spectral lint` with its rules `spectral:oas`, hints included. */
async function spectralFinds(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, "recommended"]] });
  return (await linter.run(JSON.stringify(document))).map(({ code, message, path }) => `${code}: ${message} (${path.join("/")})`);
}

for (const origin of ["", "https://beside.example.net"]) {
  test(`redocly and spectral find nothing in the description ${origin ? "with" : "without"} a public address`, async () => {
    const document = describe(published, origin);
    expect(await redoclyFinds(document)).toEqual([]);
    expect(await spectralFinds(document)).toEqual([]);
  });
}

test("redocly and spectral report the errors of a broken description", async () => {
  const { tags: _, ...document } = describe(published, "");
  const broken = {
    ...document,
    paths: { "/events": { post: { operationId: "a b", responses: { "201": { $ref: "#/components/responses/Nowhere" } } } } },
  };
  expect((await redoclyFinds(broken)).join("\n")).toContain("no-unresolved-refs");
  const found = (await spectralFinds(broken)).join("\n");
  for (const rule of ["invalid-ref", "operation-tags", "operation-description"]) expect(found).toContain(rule);
});
