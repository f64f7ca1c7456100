import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { failureOf, type Step } from "./bounded";
import { chromiums, optionsOf, pathsOf, pathVariable } from "./chromium";

const print = (line: string) => void process.stdout.write(`${line}\n`);

const printed = new Set<string>();

function printOnce(line: string): void {
  if (!printed.has(line)) print(line);
  printed.add(line);
}

const howTo =
  "The tests of the screens need Chromium, and none here starts: install it with “apt-get install chromium-headless-shell” (Debian) " +
  "or “npx playwright install --with-deps chromium-headless-shell”, or set CHROMIUM_PATH to where it lies.";

/** Finds a browser that starts, or installs one; if both fail it prints what to do, and ends the process. */
export async function ensureChromium(): Promise<void> {
  const isGiven = Boolean(process.env[pathVariable]);
  const path = (await find()) ?? (isGiven ? undefined : await install());
  if (path === undefined) {
    process.stderr.write(`${howTo}\n`);
    process.exit(1);
  }
  // The workers inherit it.
  process.env[pathVariable] = path;
}

/** The path of a browser that starts; an empty path is the browser that Playwright has installed. */
async function find(): Promise<string | undefined> {
  const given = process.env[pathVariable];
  for (const path of given ? [given] : [...chromiums(), ""]) if (await starts(path)) return path;
  return undefined;
}

async function starts(path: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ ...optionsOf(path), timeout: 30_000 });
    await browser.close();
    return true;
  } catch (error) {
    const why = String(error);
    const isMissing = path === "" && why.includes("Executable doesn't exist");
    if (!isMissing) printOnce(`${path || "Playwright's Chromium"} does not start: ${reasonIn(why)}`);
    return false;
  }
}

/** The first line of its error output, or else the message of Playwright. */
const reasonIn = (why: string): string => /(?<=\[err\] ).*/.exec(why)?.[0] ?? /(?<=browserType\.launch: ).*/.exec(why)?.[0] ?? why;

async function install(): Promise<string | undefined> {
  for (const [name, steps] of Object.entries(installers())) {
    print(`There is no Chromium that starts: installing ${name}, which may take some minutes.`);
    let failure: string | undefined;
    for (const step of steps) failure ??= await failureOf(step);
    const path = await find();
    if (path !== undefined) return path;
    if (failure) print(failure);
  }
  return undefined;
}

/** The possible installations by name, the best first. */
const installers = (): Record<string, Step[]> => ({
  "Playwright's headless shell": playwright,
  ...(isDebianAndRoot() ? { "Debian's package chromium-headless-shell": debian } : {}),
});

const playwright: Step[] = [
  {
    command: [process.execPath, "node_modules/playwright/cli.js", "install", "--no-progress", "chromium-headless-shell"],
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "20000" },
    seconds: 240,
    signal: "SIGKILL",
  },
];

const isDebianAndRoot = (): boolean =>
  process.getuid?.() === 0 && existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

const options = ["Acquire::http::Timeout=20", "Acquire::https::Timeout=20", "Acquire::Retries=1", "DPkg::Lock::Timeout=30"];
const apt = (seconds: number, ...args: string[]): Step => ({
  command: ["apt-get", "-qq", ...options.flatMap((option) => ["-o", option]), ...args],
  env: { DEBIAN_FRONTEND: "noninteractive" },
  seconds,
  signal: "SIGTERM",
});
const shell = ["install", "-y", "--no-install-recommends", "chromium-headless-shell"];
// The network may hang, so everything is downloaded before anything is unpacked, and no installation is left half done.
const debian: Step[] = [apt(90, "update"), apt(240, ...shell, "--download-only"), apt(300, ...shell)];

const optional: Record<string, string> = {
  python3: "the receiver in Python",
  php: "the receiver in PHP",
  go: "the receiver in Go",
  rackup: "the receiver in Ruby",
  curl: "a call that is copied as curl",
};

/** Prints the tests that are left out on this machine, and the programs that they need. */
export function printSkipped(): void {
  const missing = Object.entries(optional).filter(([program]) => pathsOf(program).length === 0);
  if (missing.length > 0) print(`Left out on this machine: ${missing.map(([program, what]) => `${what} (${program})`).join(", ")}.`);
}
