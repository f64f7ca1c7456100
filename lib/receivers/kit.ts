import { readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "@/lib/once";
import type { Template } from "./fill";

const files = [
  { id: "node", name: "Node", path: "examples/receivers/node/receiver.mjs" },
  { id: "express", name: "Express", path: "examples/receivers/express/receiver.mjs" },
  { id: "nextjs", name: "Next.js", path: "examples/receivers/nextjs/route.ts" },
  { id: "python", name: "Python", path: "examples/receivers/python/receiver.py" },
  { id: "php", name: "PHP", path: "examples/receivers/php/receiver.php" },
  { id: "go", name: "Go", path: "examples/receivers/go/receiver.go" },
  { id: "ruby", name: "Ruby", path: "examples/receivers/ruby/config.ru" },
];

/** The receivers as they lie in the repository: what the settings show and what the tests run are these very files. */
export const templates = (): Template[] =>
  once("receivers", () => files.map((file) => ({ ...file, text: readFileSync(join(process.cwd(), file.path), "utf8") })));
