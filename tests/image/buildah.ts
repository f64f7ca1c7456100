import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/server";
import { bundle } from "./bundle";
import type { Container, Engine, Layer } from "./engine";
import { type Line, run, succeeds } from "./run";

type Config = { User: string; Env: string[]; Cmd: string[]; WorkingDir: string; Healthcheck: { Test: string[] } };
type Inspected = { Docker: { config: Config; history: { created_by: string; empty_layer?: boolean }[]; rootfs: { diff_ids: string[] } } };

/** The full name of an image that was built here. Without a registry in its name, buildah would look for one. */
const local = (image: string) => (image.includes("/") ? image : `localhost/${image}`);

const inspect = async (image: string): Promise<Inspected["Docker"]> =>
  (JSON.parse(await run(["buildah", "inspect", "--type", "image", local(image)], { seconds: 30 })) as Inspected).Docker;

/** The ids of a user of an image, as in its /etc/passwd. */
function idsOf(user: string, root: string): { uid: number; gid: number } {
  const line = readFileSync(join(root, "etc/passwd"), "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error(`The image has no user ${user}.`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** The sizes of an image's layers, not compressed. */
async function layersOf(image: string): Promise<Layer[]> {
  const archive = join(newFolder(), "image.tar");
  await run(["buildah", "push", "--quiet", local(image), `docker-archive:${archive}`], { seconds: 600 });
  const lines = (await run(["tar", "--list", "--verbose", "--file", archive], { seconds: 300 }))
    .split("\n")
    .map((line) => line.split(/\s+/));
  const sizes = new Map(lines.map(([, , bytes, , , name]) => [name, Number(bytes)]));
  const { history, rootfs } = await inspect(image);
  const bytes = rootfs.diff_ids.map((id) => sizes.get(`${id.replace("sha256:", "")}.tar`) ?? 0);
  // Layers and steps have the same order. A step without one is marked, but for the base: it was built as one layer.
  const steps = history.filter(({ empty_layer }) => !empty_layer).map(({ created_by }) => created_by);
  return bytes.map((size, at) => ({ madeBy: steps[at] ?? "", bytes: size }));
}

/** buildah, if it and a runtime of containers are here. A container runs in the network of the machine. */
export async function buildah(): Promise<Engine | undefined> {
  if (!(await succeeds(["buildah", "--version"], 15))) return undefined;
  const runtime = (await succeeds(["runc", "--version"], 15)) ? "runc" : "crun";
  const mounted = new Map<string, { container: string; root: string }>();
  const containers: string[] = [];

  async function mount(image: string): Promise<string> {
    const known = mounted.get(image);
    if (known) return known.root;
    const container = (await run(["buildah", "from", "--pull-never", local(image)], { seconds: 60 })).trim();
    const root = (await run(["buildah", "mount", container], { seconds: 60 })).trim();
    mounted.set(image, { container, root });
    return root;
  }

  async function prepare({ name, image, volume, port, command }: Container): Promise<Line> {
    const [root, { config }] = [await mount(image), await inspect(image)];
    const folder = newFolder();
    const env = [...config.Env, `PORT=${port}`, "HOST=127.0.0.1"];
    const process = { args: command ?? config.Cmd, env, cwd: config.WorkingDir, user: idsOf(config.User, root) };
    writeFileSync(join(folder, "config.json"), JSON.stringify(bundle({ root, process, volume })));
    containers.push(name);
    return [runtime, "run", "--bundle", folder, name];
  }

  return {
    name: `buildah and ${runtime}`,
    has: (image) => succeeds(["buildah", "inspect", "--type", "image", local(image)], 30),
    pull: async (image) => {
      await run(["buildah", "pull", image], { seconds: 300 });
    },
    build: async ({ image, context, args = {}, secrets = {} }) => {
      const options = [
        ...Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${local(value)}`]),
        ...Object.entries(secrets).flatMap(([id, src]) => ["--secret", `id=${id},src=${src}`]),
      ];
      // Docker's format has the health check. Steps run in the network of the machine, which reaches what the machine reaches.
      const form = ["--format", "docker", "--layers", "--network", "host", "--runtime", runtime];
      await run(["buildah", "build", ...form, "--tag", local(image), ...options, context], { seconds: 1_200, isShown: true });
    },
    layers: layersOf,
    healthcheck: async (image) => (await inspect(image)).config.Healthcheck.Test.slice(1),
    // As docker makes a volume: with the owner and the mode of the image's folder.
    makeVolume: async (image) => {
      const { uid, gid, mode } = statSync(join(await mount(image), "data"));
      const volume = join(newFolder(), "data");
      mkdirSync(volume, { mode: mode & 0o777 });
      chownSync(volume, uid, gid);
      return volume;
    },
    runLine: prepare,
    execLine: (name, command) => [runtime, "exec", name, ...command],
    terminateLine: (name) => [runtime, "kill", name, "TERM"],
    cleanUp: async () => {
      for (const name of containers) await succeeds([runtime, "delete", "--force", name], 30);
      for (const { container } of mounted.values()) await succeeds(["buildah", "rm", container], 60);
    },
  };
}
