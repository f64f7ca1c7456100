import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import { parseYaml } from "@redocly/openapi-core";
import { described } from "../../documents/variables";
import { expect } from "../../support/expect";

type Service = {
  image: string;
  profiles?: string[];
  environment?: Record<string, string> | string[];
  volumes?: string[];
  ports?: string[];
  healthcheck?: { test: string[] };
};
type Compose = { name?: string; services: Record<string, Service>; volumes: object };
type Blueprint = {
  services: { disk: { mountPath: string }; healthCheckPath: string; envVars: { key: string; value?: string; sync?: boolean }[] }[];
};

const text = (file: string) => readFileSync(`deploy/${file}`, "utf8");
const yaml = <T>(file: string) => parseYaml(text(file)) as T;
const names = new Set(described.map(({ name }) => name));
const single = yaml<Compose>("compose.yaml");

test("compose.yaml starts one container with a volume, and the databases only by their profile", () => {
  const { beside, ...databases } = single.services;
  expect(beside).toMatchObject({ volumes: ["data:/data"], ports: [expect.stringMatching(/^\$\{PUBLISHED_PORT:-3000\}:3000$/)] });
  expect(beside?.profiles).toBeUndefined();
  expect(Object.entries(databases).map(([name, { profiles }]) => [name, profiles])).toEqual([
    ["postgres", ["postgres"]],
    ["valkey", ["postgres"]],
  ]);
});

test("the two compose files are two projects, so that neither takes the other's volumes", () => {
  expect(single.name).not.toBe(yaml<Compose>("compose.cluster.yaml").name);
});

test("both compose files start the same versions of the databases", () => {
  const { services } = yaml<Compose>("compose.cluster.yaml");
  for (const name of ["postgres", "valkey"]) expect(single.services[name]?.image).toBe(services[name]?.image);
});

test("the files in deploy/ set no variable that does not exist", () => {
  const platform = /^(SERVICE_URL_BESIDE(_3000)?|POSTGRES_(USER|DB|PASSWORD)|PUBLISHED_PORT)$/;
  const interpolated = ["compose.yaml", "coolify.yaml"].flatMap((file) =>
    [...text(file).matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name),
  );
  const coolify = Object.values(yaml<Compose>("coolify.yaml").services["beside"]?.environment ?? {}).map((one) => one.split("=")[0] ?? "");
  const render = yaml<Blueprint>("render.yaml").services.flatMap(({ envVars }) => envVars.map(({ key }) => key));
  const compose = Object.keys(single.services["beside"]?.environment ?? {});
  const unknown = [...interpolated, ...coolify, ...render, ...compose].filter((name) => !names.has(name) && !platform.test(name));
  expect(unknown).toEqual([]);
});

test("every way keeps /data and asks for the health of the process", () => {
  const coolify = yaml<Compose>("coolify.yaml");
  expect(coolify.services["beside"]?.volumes).toEqual(["beside-data:/data"]);
  expect(coolify.services["beside"]?.healthcheck?.test.at(-1)).toContain("/api/health");
  const [render] = yaml<Blueprint>("render.yaml").services;
  expect(render).toMatchObject({ disk: { mountPath: "/data" }, healthCheckPath: "/api/health" });
  const { deploy } = JSON.parse(text("railway/railway.json")) as { deploy: object };
  // Two processes on one folder would be one too many, so a new one starts when the old one is gone.
  expect(deploy).toMatchObject({ requiredMountPath: "/data", healthcheckPath: "/api/health", numReplicas: 1, overlapSeconds: 0 });
});
