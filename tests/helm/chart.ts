/** Renders the chart of deploy/helm, for the test and for `npm run documents`, which writes what it makes beside this file. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseYaml, stringifyYaml } from "@redocly/openapi-core";
import Ajv from "ajv";

type Values = { [name: string]: unknown };
type Manifest = { kind: string; metadata: { name: string } };

export const chartFolder = "deploy/helm/beside";
const read = (name: string) => readFileSync(`${chartFolder}/${name}`, "utf8");

/** What is rendered again and compared: with the values as they are, and with many that somebody may set. */
export const examples: Record<string, Values> = {
  embedded: {},
  postgresql: {
    replicas: 3,
    publicUrl: "https://beside.example.com",
    trustedProxies: 2,
    postgresql: true,
    existingSecret: "beside-secrets",
    env: { S3_BUCKET: "beside-files", S3_REGION: "eu-central-1", LOG_LEVEL: "warn" },
    ingress: {
      enabled: true,
      className: "nginx",
      host: "beside.example.com",
      tlsSecret: "beside-tls",
      annotations: { "cert-manager.io/cluster-issuer": "letsencrypt" },
    },
    service: { annotations: { "prometheus.io/scrape": "true" } },
    imagePullSecrets: [{ name: "registry" }],
    podLabels: { team: "support" },
    podAnnotations: { "example.com/note": 'with "quotes": and a colon' },
    nodeSelector: { "kubernetes.io/arch": "arm64" },
    tolerations: [{ key: "dedicated", operator: "Exists" }],
    affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  },
  shared: {
    replicas: 2,
    postgresql: true,
    existingSecret: "beside-secrets",
    persistence: { accessMode: "ReadWriteMany", storageClass: "nfs" },
  },
};

const runs = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;
/** Helm itself, or its engine in Go with the functions that the chart calls. */
const program = runs("helm", "version") ? "helm" : runs("go", "version") ? "go" : undefined;
export const canRender = program !== undefined;

const isGroup = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);
const merged = (below: Values, above: Values): Values =>
  Object.entries(above).reduce((all, [name, value]) => {
    const own = all[name];
    return Object.assign(all, { [name]: isGroup(own) && isGroup(value) ? merged({ ...own }, value) : value });
  }, below);

export const defaults = (): Values => parseYaml(read("values.yaml")) as Values;
const matches = new Ajv({ allErrors: true }).compile(JSON.parse(read("values.schema.json")) as object);

/** The values that somebody gives, over those of the chart. @throws where its schema does not allow them, as Helm does */
export function checkedValues(values: Values): Values {
  const all = merged(defaults(), values);
  if (matches(all)) return all;
  throw new Error((matches.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; "));
}

function withHelm(values: Values): string {
  const args = ["template", "beside", chartFolder, "--namespace", "support", "--values", "-"];
  const { status, stdout, stderr } = spawnSync("helm", args, { input: JSON.stringify(values), encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

let engine: string | undefined;

/** The path of the built engine, which is removed when the process ends. */
function builtEngine(): string {
  if (engine) return engine;
  const folder = mkdtempSync(join(tmpdir(), "beside-helm-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  engine = join(folder, "render");
  const { status, stderr } = spawnSync("go", ["build", "-o", engine, "tests/helm/render.go"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return engine;
}

function withEngine(values: Values): string {
  const { name: Name, version: Version, appVersion: AppVersion } = parseYaml(read("Chart.yaml")) as Record<string, string>;
  const Release = { Name: "beside", Namespace: "support", Service: "Helm" };
  const input = JSON.stringify({ Values: checkedValues(values), Release, Chart: { Name, Version, AppVersion } });
  const { status, stdout, stderr } = spawnSync(builtEngine(), [chartFolder], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const texts = JSON.parse(stdout) as Record<string, string>;
  return Object.entries(texts)
    .filter(([name]) => name.endsWith(".yaml"))
    .map(([, text]) => text)
    .join("\n---\n");
}

/** What the chart makes of the values, ordered by kind. @throws with the reason where it refuses them */
export function manifests(values: Values): Manifest[] {
  const text = program === "helm" ? withHelm(values) : withEngine(values);
  return text
    .split(/^---$/m)
    .map((part) => parseYaml(part) as Manifest | null | undefined)
    .filter((one) => one !== null && one !== undefined)
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

export const snapshotOf = (name: string) => `tests/helm/${name}.yaml`;
export const written = (values: Values): string =>
  manifests(values)
    .map((one) => stringifyYaml(one))
    .join("---\n");

/** Writes the snapshots again, where that is possible. */
export function writeSnapshots(): void {
  if (!canRender) return void process.stdout.write("There is neither Helm nor Go here, so the snapshots of the chart stay as they are.\n");
  for (const [name, values] of Object.entries(examples)) writeFileSync(snapshotOf(name), written(values));
}
