import { existsSync } from "node:fs";

// The shell is the same browser without its windows, and a fifth quicker.
const places = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = places.find((path) => path && existsSync(path));

/** How a browser is started: the machine's own, or the one that Playwright has fetched. */
export const launchOptions = { ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] };
