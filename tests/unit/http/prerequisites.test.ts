import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { failureOf } from "../../support/bounded";
import { expect } from "../../support/expect";
import { newFolder } from "../../support/server";

const howTo = /^The tests of the screens need Chromium, and none here starts: install it with “apt-get install .*lies\.$/m;

/** Runs ensureChromium on a machine with these programs, and without a browser in Playwright's own folder. */
function runEnsureChromium(programs: Record<string, string>, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
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
      resolve({ code: failed ? Number(failed.code) : 0, output: out + error }),
    );
  });
}

test("without a browser and without a network the run ends with a message that says what to install", async () => {
  const aptLog = join(newFolder(), "asked");
  const broken = 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127';
  const { code, output } = await runEnsureChromium({
    chromium: broken,
    "apt-get": `echo "$@" >> ${aptLog}; echo "E: There is no network" >&2; exit 100`,
  });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(howTo) });
  expect(output).toContain("/chromium does not start: error while loading shared libraries: libnss3.so");
  expect(output).toMatch(/install --no-progress chromium-headless-shell” failed: Error: .*ECONNREFUSED/);
  // Debian's package is tried only where this user may install it.
  if (existsSync(aptLog)) {
    expect(output).toContain("failed: E: There is no network");
    expect(readFileSync(aptLog, "utf8").trim()).toMatch(/ update$/);
  }
});

test("rejects a CHROMIUM_PATH that does not start, and installs nothing instead of it", async () => {
  const { code, output } = await runEnsureChromium({}, { CHROMIUM_PATH: "/no/such/chromium" });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(howTo) });
  expect(output).toContain("/no/such/chromium does not start");
  expect(output).not.toContain("Installing");
});

test("ends a command that hangs in time, with everything that it started", async () => {
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

test("returns why a command failed, also when its program does not exist", async () => {
  const step = (...command: [string, ...string[]]) => failureOf({ command, seconds: 20, signal: "SIGKILL" });
  expect(await step("sh", "-c", "exit 0")).toBeUndefined();
  expect(await step("sh", "-c", "echo working; echo 'Error: no room' >&2; exit 3")).toMatch(/^“sh -c .*” failed: Error: no room$/);
  expect(await step("sh", "-c", "exit 3")).toMatch(/” failed: 3$/);
  expect(await step("/no/such/program")).toMatch(/^“\/no\/such\/program” failed: .*ENOENT$/);
});
