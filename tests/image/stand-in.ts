import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/server";
import type { Engine } from "./engine";
import { run, say, succeeds } from "./run";

/** What the official image has besides Node. */
const tools = ["npm@11.21.2", "corepack@0.36.0", "yarn@1.22.22"];
const opensslArchitectures: Record<string, string> = { x64: "linux-x86_64", arm64: "linux-aarch64" };

const dockerfile = `FROM scratch
ADD rootfs.tar /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["node"]
`;

/** What Debian's slim images leave out. */
function removeDocumentation(root: string): void {
  for (const folder of ["var/cache/apt", "var/lib/apt/lists", "var/log", "usr/share/man", "usr/share/info", "usr/share/locale"])
    for (const entry of readdirSync(join(root, folder))) rmSync(join(root, folder, entry), { recursive: true });
  const docs = join(root, "usr/share/doc");
  for (const entry of readdirSync(docs, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name !== "copyright") rmSync(join(entry.parentPath ?? entry.path, entry.name));
}

async function installNode(root: string, version: string): Promise<void> {
  const [prefix, folder] = [join(root, "usr/local"), newFolder()];
  // The programs of the npm package "node", as nodejs.org publishes them.
  await run(["npm", "pack", "--silent", `node-linux-${process.arch}@${version}`, "--pack-destination", folder], { seconds: 120 });
  const [archive = ""] = readdirSync(folder);
  await run(["tar", "--extract", "--file", join(folder, archive), "--directory", prefix, "--strip-components=1"], { seconds: 60 });
  // Headers for other processors, which the official image lacks too.
  const headers = join(prefix, "include/node/openssl/archs");
  for (const name of readdirSync(headers))
    if (name !== opensslArchitectures[process.arch]) rmSync(join(headers, name), { recursive: true });
  await run(["npm", "install", "--silent", "--global", "--prefix", prefix, ...tools], { seconds: 600 });
}

function addUser(root: string): void {
  appendFileSync(join(root, "etc/group"), "node:x:1000:\n");
  appendFileSync(join(root, "etc/passwd"), "node:x:1000:1000::/home/node:/bin/bash\n");
  mkdirSync(join(root, "home/node"));
  chownSync(join(root, "home/node"), 1000, 1000);
}

/**
 * An image with what matters of `node:VERSION-SUITE-slim`: Debian without documentation, Node and npm in /usr/local, the user node with
 * the id 1000. It takes two minutes, root and debootstrap. Returns its name; one that is there already is used again.
 */
async function makeStandIn(engine: Engine, version: string, suite: string): Promise<string> {
  const image = `beside-base:${version}-${suite}`;
  if (await engine.has(image)) return image;
  if (process.getuid?.() !== 0) throw new Error("debootstrap needs root: run this as root, or where a registry of images can be reached.");
  const context = newFolder();
  const root = join(context, "root");
  try {
    await run(["debootstrap", "--variant=minbase", suite, root], { seconds: 1_200 });
  } finally {
    // debootstrap leaves it mounted when it is ended, and then the folder cannot be removed.
    await succeeds(["umount", "--quiet", join(root, "proc")], 10);
  }
  removeDocumentation(root);
  await installNode(root, version);
  addUser(root);
  await run(["tar", "--create", "--one-file-system", "--directory", root, "--file", join(context, "rootfs.tar"), "."], { seconds: 300 });
  rmSync(root, { recursive: true });
  writeFileSync(join(context, "Dockerfile"), dockerfile);
  await engine.build({ image, context });
  return image;
}

/** The base that the Dockerfile names, if it is here or can be pulled; otherwise one that stands in for it. */
export async function findBase(engine: Engine): Promise<string> {
  const [, official = "", version = "", suite = ""] =
    /^ARG BASE=(\S+\/node:([\d.]+)-(\w+)-slim)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  if (!official) throw new Error("The Dockerfile names no base such as docker.io/library/node:24.21-bookworm-slim.");
  if (await engine.has(official)) return official;
  try {
    await engine.pull(official);
    return official;
  } catch (error) {
    say(`${official} cannot be pulled, so a base from Debian’s packages and npm’s Node stands in for it. The reason:`);
    say(String(error).split("\n").slice(-1).join());
    return makeStandIn(engine, version, suite);
  }
}
