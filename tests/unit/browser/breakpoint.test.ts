import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { wideFrom } from "@/components/desk/conversation/use-media";
import { expect } from "../../support/expect";

test("classes and queries read one width from which the context is beside the conversation", () => {
  expect(/--breakpoint-wide: (\w+);/.exec(readFileSync("app/globals.css", "utf8"))?.[1]).toBe(wideFrom);
  const others = readdirSync("components", { recursive: true })
    .map((name) => join("components", String(name)))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith("/use-media.ts") && /\b(1099|1100|1101)px/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});
