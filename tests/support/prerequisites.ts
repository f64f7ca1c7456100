import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { failureOf, type Step } from "./bounded";
import { chosen, chromiums, optionsOf, placesOf } from "./chromium";

const say = (line: string) => void process.stdout.write(`${line}\n`);

const said = new Set<string>();

function sayOnce(line: string): void {
  if (!said.has(line)) say(line);
  said.add(line);
}

const howTo =
  "The tests of the screens need Chromium, and none here starts: install it with “apt-get install chromium-headless-shell” (Debian) " +
  "or “npx playwright install --with-deps chromium-headless-shell”, or set CHROMIUM_PATH to where it lies.";

/** Finds a browser that starts, or installs one; where it cannot it says what to do, and ends the process. */
export async function ensureChromium(): Promise<void> {
  const isGiven = Boolean(process.env[chosen]);
  const path = (await find()) ?? (isGiven ? undefined : await install());
  if (path === undefined) {
    process.stderr.write(`${howTo}\n`);
    process.exit(1);
  }
  // The workers inherit it.
  process.env[chosen] = path;
}

/** The path of a browser that starts; the empty one is the browser that Playwright has fetched. */
async function find(): Promise<string | undefined> {
  const given = process.env[chosen];
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
    if (!isMissing) sayOnce(`${path || "Playwright's Chromium"} does not start: ${reasonIn(why)}`);
    return false;
  }
}

/** Its own first words, or else what Playwright says of it. */
const reasonIn = (why: string): string => /(?<=\[err\] ).*/.exec(why)?.[0] ?? /(?<=browserType\.launch: ).*/.exec(why)?.[0] ?? why;

async function install(): Promise<string | undefined> {
  for (const [name, steps] of Object.entries(ways())) {
    say(`There is no Chromium that starts: installing ${name}, which may take some minutes.`);
    let failure: string | undefined;
    for (const step of steps) failure ??= await failureOf(step);
    const path = await find();
    if (path !== undefined) return path;
    if (failure) say(failure);
  }
  return undefined;
}

/** What may be tried, by its name, the best first. */
const ways = (): Record<string, Step[]> => ({
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
// The network may hang; so everything is fetched before anything is unpacked, and nothing stays half.
const debian: Step[] = [apt(90, "update"), apt(240, ...shell, "--download-only"), apt(300, ...shell)];

const optional: Record<string, string> = {
  python3: "the receiver in Python",
  php: "the receiver in PHP",
  go: "the receiver in Go",
  rackup: "the receiver in Ruby",
  curl: "a call that is copied as curl",
};

/** Says what the tests leave out on this machine, and the program that it needs. */
export function sayWhatIsLeftOut(): void {
  const missing = Object.entries(optional).filter(([program]) => placesOf(program).length === 0);
  if (missing.length > 0) say(`Left out on this machine: ${missing.map(([program, what]) => `${what} (${program})`).join(", ")}.`);
}
