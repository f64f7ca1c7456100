import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, newFolder } from "../server";

export type Proxy = { url: string; stop: () => Promise<void> };

const away = JSON.stringify({ error: { code: "unavailable", message: "Beside cannot be reached right now. Try again shortly." } });
const malformed = JSON.stringify({ error: { code: "invalid_request", message: "This is not a well-formed HTTP request." } });
const notAnswered = JSON.stringify({ error: { code: "method_not_allowed", message: "TRACE is not answered here." } });

/**
 * Requests in turn; one that an instance could not answer goes to another if it may be repeated (never a POST that was
 * sent). An instance that failed is tried again with the next request: a refused connection costs nothing, and of three
 * that refuse because the database is away none is to be left out afterwards. What nginx has to refuse by itself, it
 * refuses in the words of the contract.
 */
const config = (folder: string, port: number, instances: number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream beside {
    ${instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`).join("\n    ")}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    client_max_body_size 0;
    client_header_timeout 15s;
    keepalive_timeout 75s;
    keepalive_requests 100000;
    merge_slashes off;
    ignore_invalid_headers off;
    underscores_in_headers on;
    large_client_header_buffers 4 16k;
    error_page 400 /.malformed;
    error_page 405 /.not-answered;
    error_page 502 504 =503 /.away;
    location / {
      proxy_pass http://beside;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_pass_header X-Accel-Buffering;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout http_503;
      proxy_next_upstream_tries 2;
    }
    location = /.malformed { internal; default_type application/json; return 400 '${malformed}'; }
    location = /.not-answered { internal; default_type application/json; add_header Allow "GET, HEAD, POST" always; return 405 '${notAnswered}'; }
    location = /.away { internal; default_type application/json; add_header Retry-After 1 always; return 503 '${away}'; }
  }
}
`;

/** nginx in front of the instances on these ports, with everything it writes in a folder of its own. */
export async function startNginx(instances: number[]): Promise<Proxy> {
  const folder = newFolder();
  // Started by root, its workers are somebody else.
  chmodSync(folder, 0o755);
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(join(folder, name));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, config(folder, port, instances));
  const server = spawn("nginx", ["-p", folder, "-e", join(folder, "error.log"), "-c", file], {
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  server.once("error", () => {
    said += "nginx is not installed: apt-get install nginx-light";
  });
  // Killed, it would leave its workers behind.
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
    if (attempt > 100) throw new Error(`nginx does not answer: ${said}`);
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
