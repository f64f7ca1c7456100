import type { Engine } from "./engine";
import { type Line, run, succeeds } from "./run";

type Step = { Size: string; CreatedBy: string };

const inspect = async (image: string, what: string): Promise<unknown> =>
  JSON.parse(await run(["docker", "image", "inspect", "--format", `{{json ${what}}}`, image], { seconds: 30 }));

/** Docker, if its daemon answers. */
export async function docker(): Promise<Engine | undefined> {
  if (!(await succeeds(["docker", "info"], 15))) return undefined;
  const volumes: string[] = [];
  const containers: string[] = [];
  const removeAll = (line: Line, names: string[]) => Promise.all(names.map((name) => succeeds([...line, name], 30)));
  return {
    name: "docker",
    has: (image) => succeeds(["docker", "image", "inspect", image], 30),
    pull: async (image) => {
      await run(["docker", "pull", image], { seconds: 300 });
    },
    build: async ({ image, context, args = {}, secrets = {} }) => {
      const options = [
        ...Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]),
        ...Object.entries(secrets).flatMap(([id, src]) => ["--secret", `id=${id},src=${src}`]),
      ];
      await run(["docker", "build", "--tag", image, ...options, context], {
        seconds: 1_200,
        isShown: true,
        // Only BuildKit knows secrets.
        env: { DOCKER_BUILDKIT: "1" },
      });
    },
    layers: async (image) => {
      const lines = await run(["docker", "history", "--no-trunc", "--human=false", "--format", "{{json .}}", image], { seconds: 30 });
      const steps = lines.trim().split("\n").reverse();
      return steps
        .map((line) => JSON.parse(line) as Step)
        .map(({ Size, CreatedBy }) => ({ madeBy: CreatedBy, bytes: Number(Size) }))
        .filter(({ bytes }) => bytes > 0);
    },
    healthcheck: async (image) => ((await inspect(image, ".Config.Healthcheck.Test")) as string[]).slice(1),
    makeVolume: async () => {
      const volume = `beside-image-${process.pid}`;
      await run(["docker", "volume", "create", volume], { seconds: 30 });
      volumes.push(volume);
      return volume;
    },
    runLine: async ({ name, image, volume, port, command = [] }) => {
      containers.push(name);
      const safety = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges:true"];
      const places = ["--volume", `${volume}:/data`, "--publish", `127.0.0.1:${port}:${port}`, "--env", `PORT=${port}`];
      return ["docker", "run", "--rm", "--name", name, ...safety, ...places, image, ...command];
    },
    execLine: (name, command) => ["docker", "exec", name, ...command],
    terminateLine: (name) => ["docker", "kill", "--signal", "TERM", name],
    cleanUp: async () => {
      await removeAll(["docker", "rm", "--force"], containers);
      await removeAll(["docker", "volume", "rm", "--force"], volumes);
    },
  };
}
