import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/platform/runtime";
import type { Template } from "./shared/fill";

const files = [
  { id: "node", name: "Node", file: "node/receiver.mjs" },
  { id: "express", name: "Express", file: "express/receiver.mjs" },
  { id: "nextjs", name: "Next.js", file: "nextjs/route.ts" },
  { id: "python", name: "Python", file: "python/receiver.py" },
  { id: "php", name: "PHP", file: "php/receiver.php" },
  { id: "go", name: "Go", file: "go/receiver.go" },
  { id: "ruby", name: "Ruby", file: "ruby/config.ru" },
];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    receiverTemplates: Template[];
  }
}

/** The example receivers of the repository: the settings show, and the tests run, the same files. */
export const templates = (): Template[] =>
  singleton("receiverTemplates", () =>
    files.map(({ id, name, file }) => ({
      id,
      name,
      path: `examples/receivers/${file}`,
      text: readFileSync(join(process.cwd(), "examples/receivers", file), "utf8"),
    })),
  );
