import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// The headless shell is the same browser without windows, and a fifth quicker.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The paths of the programs of this name, in the order of PATH. */
export const pathsOf = (name: string): string[] =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .filter(isProgram);

/** The browsers of this machine, the quickest first. */
export const chromiums = (): string[] => names.flatMap(pathsOf);

/** The environment variable with the path of the browser; empty, it means the one that Playwright has installed. */
export const pathVariable = "CHROMIUM_PATH";

/** The launch options for the browser at this path. */
export const optionsOf = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox"],
});

export const launchOptions = optionsOf(process.env[pathVariable] ?? chromiums()[0]);
