import { existsSync, readFileSync } from "node:fs";
import { describe, written } from "@/lib/http/openapi/document";
import { contracts } from "@/lib/ops/contracts";
import { breaksBetween, type Description, unsaidBreaks } from "./breaks";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
export const file = "docs/openapi.json";
/** The description of the last version: what clients rely on. */
export const released = `docs/openapi-${version}.json`;

/** The description of the API as the contracts say it, without an address. */
export const text = (): string =>
  `${written(
    describe(
      contracts.filter(({ isPublished }) => isPublished),
      "",
    ),
    1,
  )}\n`;

const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** What is wrong with the description in the repository, a sentence each. */
export function problems(): string[] {
  const [now, base] = [text(), read(released)];
  if (read(file) !== now || base === "") return [`${file} is not what the contracts say. Run npm run documents, and read the difference.`];
  const breaks = breaksBetween(JSON.parse(base) as Description, JSON.parse(now) as Description);
  return unsaidBreaks(breaks, readFileSync("CHANGELOG.md", "utf8")).map(
    (one) => `This breaks clients of ${version}: \`${one}\`. Undo it, or write it in backticks under “### Breaking” in CHANGELOG.md.`,
  );
}
