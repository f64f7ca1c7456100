import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/platform/runtime";

type EmbedSample = { id: string; name: string; path: string; text: string };

const files = [{ id: "zendesk", name: "Zendesk", file: "zendesk.html" }];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    embedSamples: EmbedSample[];
  }
}

/** How other tools show the panel: the settings show the files of the repository. */
export const embedSamples = (): EmbedSample[] =>
  singleton("embedSamples", () =>
    files.map(({ id, name, file }) => ({
      id,
      name,
      path: `examples/embeds/${file}`,
      text: readFileSync(join(process.cwd(), "examples/embeds", file), "utf8"),
    })),
  );
