import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// The shell is the same browser without its windows, and a fifth quicker.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a program of this name lies, in the order of PATH. */
export const placesOf = (name: string): string[] =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .filter(isProgram);

/** The browsers of this machine, the quickest first. */
export const chromiums = (): string[] => names.flatMap(placesOf);

/** The environment variable that says which browser is taken; set to nothing it is the one that Playwright has fetched. */
export const chosen = "CHROMIUM_PATH";

/** How the browser at this path is started. */
export const optionsOf = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox"],
});

export const launchOptions = optionsOf(process.env[chosen] ?? chromiums()[0]);
