/** Where releases are published, by package.json: `npm run documents` writes it into the files that name the image. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const own = JSON.parse(readFileSync("package.json", "utf8")) as { repository: string; version: string };

/** The owner and the name on GitHub. */
export const repository = own.repository.replace(/^github:/, "");
export const { version } = own;
const [major] = version.split(".");

/** Its name in GitHub's registry of images, which knows no capitals. */
const image = `ghcr.io/${repository.toLowerCase()}`;

const inDeploy = readdirSync("deploy", { recursive: true, encoding: "utf8" })
  .filter((name) => /(^|\/)Dockerfile$|\.(json|md|ya?ml)$/.test(name))
  .map((name) => join("deploy", name));

/** The files that name the image, or the version. */
export const filesThatNameIt = ["README.md", "docs/operations.md", ...inDeploy.toSorted()];

/** A file with the image of this repository: its newest release of this major version, where a tag is named; and the version of a chart. */
export function withPublished(text: string): string {
  return text
    .replaceAll(/ghcr\.io\/[\w.-]+\/[\w.-]+(:\d+)?/g, (_, tag?: string) => (tag ? `${image}:${major}` : image))
    .replaceAll(/https:\/\/github\.com\/[\w.-]+\/beside\b/gi, `https://github.com/${repository}`)
    .replaceAll(/^(version|appVersion): "?\d+\.\d+\.\d+[^"\s]*"?$/gm, `$1: "${version}"`);
}
