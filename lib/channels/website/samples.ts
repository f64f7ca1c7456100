import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/platform/runtime";

type IdentifySample = { id: string; name: string; path: string; text: string };

const files = [
  { id: "node", name: "Node", file: "node/identify.mjs" },
  { id: "express", name: "Express", file: "express/identify.mjs" },
  { id: "nextjs", name: "Next.js", file: "nextjs/route.ts" },
  { id: "python", name: "Python", file: "python/identify.py" },
  { id: "php", name: "PHP", file: "php/identify.php" },
  { id: "go", name: "Go", file: "go/identify.go" },
  { id: "ruby", name: "Ruby", file: "ruby/config.ru" },
];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    identifySamples: IdentifySample[];
  }
}

/** How a customer's server signs who a visitor is, in every language of the receivers: the settings show, and the tests run, these files. */
export const identifySamples = (): IdentifySample[] =>
  singleton("identifySamples", () =>
    files.map(({ id, name, file }) => ({
      id,
      name,
      path: `examples/identify/${file}`,
      text: readFileSync(join(process.cwd(), "examples/identify", file), "utf8"),
    })),
  );
