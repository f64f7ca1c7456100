import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { failureOf } from "../support/bounded";
import { newFolder } from "../support/server";

const howTo = /^The tests of the screens need Chromium, and none here starts: install it with “apt-get install .*lies\.$/m;

/** Looks for a browser on a machine that has these programs, and none in Playwright's own folder. */
function looked(programs: Record<string, string>, env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const [bin, home] = [newFolder(), newFolder()];
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  // Nothing listens at the address of the downloads.
  const { CHROMIUM_PATH: _, PLAYWRIGHT_BROWSERS_PATH: __, ...rest } = process.env;
  const own = { ...rest, PATH: bin, HOME: home, XDG_CACHE_HOME: home, PLAYWRIGHT_DOWNLOAD_HOST: "http://127.0.0.1:1", ...env };
  const script = 'import { ensureChromium } from "./tests/support/prerequisites"; await ensureChromium()';
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: own }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, said: out + error }),
    );
  });
}

test("without a browser and without a network one sentence says what to install, before anything else", async () => {
  const asked = join(newFolder(), "asked");
  const broken = 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127';
  const { code, said } = await looked({
    chromium: broken,
    "apt-get": `echo "$@" >> ${asked}; echo "E: There is no network" >&2; exit 100`,
  });
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(howTo) });
  expect(said).toContain("/chromium does not start: error while loading shared libraries: libnss3.so");
  expect(said).toMatch(/install --no-progress chromium-headless-shell” failed: Error: .*ECONNREFUSED/);
  // Debian's package is tried by whoever may install it.
  if (existsSync(asked)) {
    expect(said).toContain("failed: E: There is no network");
    expect(readFileSync(asked, "utf8").trim()).toMatch(/ update$/);
  }
});

test("what CHROMIUM_PATH names is taken or refused, and nothing is installed instead of it", async () => {
  const { code, said } = await looked({}, { CHROMIUM_PATH: "/no/such/chromium" });
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(howTo) });
  expect(said).toContain("/no/such/chromium does not start");
  expect(said).not.toContain("Installing");
});

test("a command that hangs is ended in time, with everything that it started", async () => {
  const file = join(newFolder(), "pid");
  const began = Date.now();
  const failure = await failureOf({ command: ["sh", "-c", `sleep 60 & echo $! > ${file}; wait`], seconds: 1, signal: "SIGKILL" });
  expect(failure).toContain("took more than 1 seconds and was ended");
  expect(Date.now() - began).toBeLessThan(10_000);
  const isGone = () => {
    try {
      return !process.kill(Number(readFileSync(file, "utf8")), 0);
    } catch {
      return true;
    }
  };
  await expect.poll(isGone).toBe(true);
});

test("a command says why it failed, and one that is not there fails, too", async () => {
  const step = (...command: [string, ...string[]]) => failureOf({ command, seconds: 20, signal: "SIGKILL" });
  expect(await step("sh", "-c", "exit 0")).toBeUndefined();
  expect(await step("sh", "-c", "echo working; echo 'Error: no room' >&2; exit 3")).toMatch(/^“sh -c .*” failed: Error: no room$/);
  expect(await step("sh", "-c", "exit 3")).toMatch(/” failed: 3$/);
  expect(await step("/no/such/program")).toMatch(/^“\/no\/such\/program” failed: .*ENOENT$/);
});
