import { readFileSync } from "node:fs";
import { parseYaml } from "@redocly/openapi-core";
import { z } from "zod";
import "@/lib/kernel/own-sentences";
import { variables } from "@/lib/platform/variables";

type Service = { environment: Record<string, string>; stop_grace_period: string };
type Variable = { name: string; schema: z.ZodType; description: string; unset: string | undefined };

const { services } = parseYaml(readFileSync("deploy/compose.cluster.yaml", "utf8")) as { services: Record<string, Service> };

/** The instances of Beside in compose.cluster.yaml. */
export const instances = Object.entries(services).filter(([name]) => name.startsWith("app-"));

/** The variables that people set: `npm run demo` alone sets the one without a description. */
export const described: readonly Variable[] = Object.entries<z.ZodType>(variables.shape).flatMap(([name, schema]) => {
  const meta = schema.meta();
  if (meta?.description === undefined) return [];
  const unset = meta["unset"];
  return [{ name, schema, description: meta.description, unset: typeof unset === "string" ? unset : undefined }];
});

const defaults = variables.parse({}) as Record<string, unknown>;

/** No value of any variable that has a rule. */
const wrongValue = "? ";

/** The rule that a refusal names, with the limits of a number: "a port number, 0 to 65535". */
function ruleOf(schema: z.ZodType): string {
  const [issue] = schema.safeParse(wrongValue).error?.issues ?? [];
  const rule = issue?.message.replace(/^must (?:be|have) /, "") ?? "";
  const { minimum, maximum } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return minimum === undefined || / from \d/.test(rule) ? rule : `${rule}, ${minimum} to ${maximum}`;
}

function defaultOf({ name, unset }: Variable): string {
  const value = defaults[name];
  if (unset !== undefined) return unset;
  return typeof value === "string" || typeof value === "number" ? `\`${value}\`` : "–";
}

/** Whether compose.cluster.yaml passes a variable to an instance, needs it, or refuses it. */
function passing(name: string): string {
  const [instance] = instances;
  const value = instance?.[1].environment[name] ?? "";
  const [, kind, given] = /^\$\{\w+:([-?])([^}]*)\}$/.exec(value) ?? [];
  if (kind === "?") return "required";
  return kind === undefined ? "refused" : given ? `yes, else \`${given}\`` : "yes";
}

/** One row for each variable, as in docs/configuration.md. */
export function variableTable(): string {
  const rows = described.map((one) =>
    ["", `\`${one.name}\``, one.description, ruleOf(one.schema), defaultOf(one), passing(one.name), ""].join(" | ").trim(),
  );
  return ["| variable | what for | value | without it | compose.cluster.yaml |", "|---|---|---|---|---|", ...rows].join("\n");
}
