import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, newFolder } from "../support/server";

type Proxy = { url: string; stop: () => Promise<void> };

const shipped = "docs/operations/nginx.conf";

/** The configuration shipped to operators, with the addresses and folders of this run. */
const config = (folder: string, port: number, sockets: string[]) =>
  readFileSync(shipped, "utf8")
    .replaceAll("/tmp/", `${folder}/`)
    .replace("/dev/stderr", `${folder}/error.log`)
    .replace("worker_processes auto", "worker_processes 1")
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace(/( +server unix:\S+ max_fails=0;\n)+/, sockets.map((socket) => `    server unix:${socket} max_fails=0;\n`).join(""));

/** nginx in front of the instances that listen on these sockets; it writes only to its own folder. */
export async function startNginx(sockets: string[]): Promise<Proxy> {
  const folder = newFolder();
  // When root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755);
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(join(folder, name));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, config(folder, port, sockets));
  const server = spawn("nginx", ["-p", folder, "-e", join(folder, "error.log"), "-c", file], {
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  server.stderr.on("data", (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  server.once("error", () => {
    errorOutput += "nginx is not installed: apt-get install nginx-light";
  });
  // SIGKILL would leave its workers behind.
  const end = () => void server.kill("SIGTERM");
  process.once("exit", end);
  const url = `http://127.0.0.1:${port}`;
  for (
    let attempt = 0;
    !(await fetch(`${url}/sign-in`, { redirect: "manual" }).then(
      ({ ok }) => ok,
      () => false,
    ));
    attempt += 1
  ) {
    if (attempt > 100) throw new Error(`nginx does not answer: ${errorOutput}`);
    await pause(50);
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      end();
      await ended;
    },
  };
}
