import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { build } from "esbuild";
import { expect } from "../../support/expect";
import { newFolder } from "../../support/server";

test("a data folder that is somebody else's, as volumes often are, is refused with what to do", async () => {
  const root = newFolder();
  const [code, own, foreign] = [join(root, "folder.mjs"), join(root, "own"), join(root, "foreign")];
  chmodSync(root, 0o755);
  mkdirSync(own);
  chmodSync(own, 0o777);
  mkdirSync(foreign);
  chmodSync(foreign, 0o555);
  const contents =
    'import { makeFolder } from "./lib/platform/folder"; try { makeFolder(process.argv[2]); } catch (error) { console.error(error.message); }';
  await build({ stdin: { contents, resolveDir: "." }, bundle: true, platform: "node", format: "esm", outfile: code });
  // Root may write anywhere, so it is tried as nobody.
  const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const said = (folder: string) => spawnSync(process.execPath, [code, folder], { ...asNobody, cwd: "/", encoding: "utf8" }).stderr;
  expect(said(own)).toBe("");
  expect(said(join(own, "new"))).toBe("");
  expect(said(foreign)).toMatch(/foreign cannot be created or written \(EACCES\)\. Give it to the user that runs Beside/);
  expect(said(join(foreign, "new"))).toMatch(/new cannot be created or written \(EACCES\)/);
});
