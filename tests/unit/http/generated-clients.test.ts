import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { describe, written } from "@/lib/http/openapi/document";
import { contracts } from "../../support/contracts";
import { expect } from "../../support/expect";

const run = promisify(execFile);
const node = (...command: string[]) => run(process.execPath, command);

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
};

/** A client of the published description in a folder of its own, and what a strict compiler says of a program that uses it. */
async function compiled(folder: string, generate: (document: string) => Promise<unknown>, program: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const document = join(folder, "openapi.json");
  await writeFile(
    document,
    written(
      describe(
        contracts.filter(({ isPublished }) => isPublished),
        "",
      ),
    ),
  );
  await generate(document);
  await writeFile(join(folder, "program.ts"), program);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, include: ["*.ts"] }));
  const { stdout } = await node("node_modules/typescript/bin/tsc", "-p", folder, "--pretty", "false").catch(
    (error: { stdout: string }) => error,
  );
  // The check of the repository compiles whatever stands in it.
  await rm(folder, { recursive: true });
  return stdout.split("\n").filter((line) => line.includes("error"));
}

const typos = (errors: string[]) => errors.map((line) => /'(\w+)' does not exist/.exec(line)?.[1] ?? line);

test("a client of openapi-typescript compiles strictly, leaves out what may be left out, and refuses a typo", async () => {
  const folder = test.info().outputPath("openapi-typescript");
  const program = `
    import type { components, paths, webhooks } from "./client";
    type Schemas = components["schemas"];
    export const contact: Schemas["ContactInput"] = { name: "Ada", attributes: { plan: "pro", seats: 5, trial: null } };
    export const event: Schemas["EventInput"] = { event: "Payment failed", userId: "u", properties: { amount: 59.9 } };
    export const endpoint: Schemas["NewWebhookEndpoint"] = { url: "https://api.example.com/hooks", types: ["event.received"] };
    export const level = (sent: webhooks["event.received"]["post"]["requestBody"]["content"]["application/json"]): "problem" | "info" | null =>
      "level" in sent.data ? sent.data.level : null;
    export type Recorded = paths["/events"]["post"]["responses"][201]["content"]["application/json"]["id"];
    export const typo: Schemas["ContactInput"] = { nmae: "Ada" };
    export const inner: Schemas["EventInput"] = { event: "Payment failed", userID: "u" };
  `;
  const generate = (document: string) =>
    node(
      ...["--import", "./tests/support/typescript-5.mjs", "node_modules/openapi-typescript/bin/cli.js"],
      ...[document, "-o", join(folder, "client.ts")],
    );
  expect(typos(await compiled(folder, generate, program))).toEqual(["nmae", "userID"]);
});

test("a client of oazapfts compiles strictly, and refuses a typo", async () => {
  const folder = test.info().outputPath("oazapfts");
  const program = `
    import { postEvents, postWebhookEndpoints, putContacts } from "./client";
    export const put = () => putContacts("user_8841", { name: "Ada", attributes: { plan: "pro", trial: null } });
    export const recorded = () => postEvents({ event: "Payment failed", userId: "u" });
    export const added = () => postWebhookEndpoints({ url: null, types: ["ping"] });
    export const typo = () => putContacts("user_8841", { nmae: "Ada" });
  `;
  const generate = (document: string) => node("node_modules/oazapfts/dist/cli.js", document, join(folder, "client.ts"));
  expect(typos(await compiled(folder, generate, program))).toEqual(["nmae"]);
});
