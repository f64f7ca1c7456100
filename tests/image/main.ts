/**
 * `npm run image`: builds the image, prints its layers, and tries it as an operator would run it: with a read-only root, as a user
 * without privileges, through a restart. It needs Docker, or buildah and root; it is not a part of CI.
 */
import { existsSync } from "node:fs";
import { send, signIn } from "../support/fixtures";
import { composeProblems } from "./compose";
import { type Running, runOnce, startContainer } from "./container";
import { type Engine, findEngine, type Layer } from "./engine";
import { say } from "./run";
import { findBase } from "./stand-in";

const image = "beside";
const maxMegabytes = 400;
const maxStopSeconds = 15;
const owner = { email: "owner@example.com", password: "correct-horse-battery" };
const event = { event: "Payment failed", userId: "user_8841", properties: { reference: "INV-2041" } };

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`This is not so: ${what}`);
  say(`✓ ${what}`);
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1).padStart(7);
/** A step as the Dockerfile has it: engines put their own words in front of it, and hashes in the middle. */
const stepOf = (madeBy: string) =>
  madeBy
    .replace(/^\/bin\/sh -c (#\(nop\) +)?/, "")
    .replace(/(dir|file|multi):\w+ in /, "")
    .replace(/# buildkit$/, "")
    .trim()
    .slice(0, 90);

function checkSize(base: string, below: readonly Layer[], layers: readonly Layer[]): void {
  const sizeOf = (some: readonly Layer[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  say("\n     MB  layer");
  say(`${megabytes(sizeOf(below))}  FROM ${base}`);
  for (const { madeBy, bytes } of layers.slice(below.length)) say(`${megabytes(bytes)}  ${stepOf(madeBy)}`);
  say(`${megabytes(sizeOf(layers))}  in all\n`);
  check(sizeOf(layers) <= maxMegabytes * 1_000_000, `the image has at most ${maxMegabytes} MB`);
}

/** Reads in the container what its first process may do. */
async function checkPrivileges({ exec }: Running): Promise<void> {
  const status = await exec(["cat", "/proc/1/status"]);
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1];
  check(field("Uid") === "1000", "it runs as the user 1000");
  check(/^0+$/.test(field("CapEff") ?? "") && /^0+$/.test(field("CapBnd") ?? ""), "it has no capabilities");
  check(field("NoNewPrivs") === "1", "it can get no new privileges");
  const write = "require('node:fs').writeFileSync('/app/written', '')";
  const answer = await exec(["node", "-e", `try { ${write}; console.log('written') } catch ({ code }) { console.log(code) }`]);
  check(answer.trim() === "EROFS", "its root is read-only");
}

async function stopped({ stop }: Running): Promise<void> {
  const { code, seconds } = await stop();
  check(code === 0 && seconds <= maxStopSeconds, `it ends ${seconds.toFixed(1)} seconds after SIGTERM, with 0`);
}

async function admin({ exec }: Running, ...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await exec(["npm", "run", "--silent", "admin", "--", ...args, "--json"])) as Record<string, unknown>;
}

/** Makes a workspace, sends an event, and returns the key. */
async function use(running: Running): Promise<string> {
  const { workspace } = await admin(running, "create-workspace", "--name", "Acme", "--email", owner.email, "--password", owner.password);
  const { key } = await admin(running, "create-key", "--workspace", String(workspace));
  check(typeof key === "string", "npm run admin makes a workspace and a key");
  const session = await signIn(running.url, String(workspace), owner);
  check((await session.call("GET", "/chats")).status === 200, "the owner can sign in");
  const headers = { authorization: `Bearer ${String(key)}` };
  const sent = await send(`${running.url}/api/v1/events`, { method: "POST", headers, body: event });
  check(sent.status === 201, "it accepts an event");
  return String(key);
}

async function findEvent({ url }: Running, key: string): Promise<void> {
  const { text } = await send(`${url}/api/v1/contacts/${event.userId}`, { headers: { authorization: `Bearer ${key}` } });
  check(text.includes(event.event) && text.includes(event.properties.reference), "after a restart the event is found");
}

/** The commands of the operator that need no running Beside. Two of them need a database, and say so. */
async function checkCommands(engine: Engine, volume: string): Promise<void> {
  for (const [command, expected] of [
    ["migrate", "newest migration already"],
    ["move", "set DATABASE_URL"],
    ["distribute", "Set DATABASE_URL"],
  ] as const) {
    const line = ["npm", "run", "--silent", command];
    const output = await runOnce(engine, image, volume, line).catch((error: unknown) => String(error));
    check(output.includes(expected), `npm run ${command} says: ${output.trim().split("\n").at(-1)}`);
  }
}

async function checkCompose(): Promise<void> {
  const problems = await composeProblems();
  if (!problems) say("Docker Compose is not here, so it has not read the files of deploy/.");
  else
    check(problems.length === 0, ["the files of deploy/ for Docker Compose pass variables on and refuse others", ...problems].join("\n"));
}

async function tryImage(engine: Engine): Promise<void> {
  const volume = await engine.makeVolume(image);
  const first = await startContainer(engine, image, volume);
  check(true, `it starts, on Node ${(await first.exec(["node", "--version"])).trim()}`);
  await checkPrivileges(first);
  const key = await use(first);
  await first.exec(await engine.healthcheck(image));
  check(true, "its health check succeeds");
  await stopped(first);
  const second = await startContainer(engine, image, volume);
  await findEvent(second, key);
  await stopped(second);
  await checkCommands(engine, volume);
}

async function main(): Promise<void> {
  const engine = await findEngine();
  try {
    const base = await findBase(engine);
    say(`${engine.name} builds ${image} on ${base}.`);
    const authority = process.env["NODE_EXTRA_CA_CERTS"];
    const secrets = authority && existsSync(authority) ? { ca: authority } : {};
    await engine.build({ image, context: ".", args: { BASE: base }, secrets });
    checkSize(base, await engine.layers(base), await engine.layers(image));
    await tryImage(engine);
    await checkCompose();
    say(`The image stays as ${image}, and its base as ${base}.`);
  } finally {
    await engine.cleanUp();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
process.exit();
