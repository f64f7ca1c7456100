import type { Cluster as Postgres } from "../support/postgres";
import { freePort, type Running } from "../support/server";
import { asRunning, startCluster } from "./cluster";
import { startOperator } from "./operator";

const variable = "BESIDE_TEST_CLUSTER";
const maxWorkers = 4;

/** The cluster that the workers of a run share. The ports of the receivers are chosen before the cluster starts, which allows them. */
type Shared = { url: string; instances: string[]; env: Record<string, string>; receiverPorts: number[] };

/** Starts it before the first worker, which inherits the environment. Returns the function that stops it. */
export async function startShared(postgres?: Postgres): Promise<() => Promise<void>> {
  const receiverPorts = await Promise.all(Array.from({ length: maxWorkers }, freePort));
  const origins = receiverPorts.map((port) => `http://127.0.0.1:${port}`).join(",");
  const { url, env, instances, stop } = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: origins }, ...(postgres && { postgres }) });
  const shared: Shared = { url, env, receiverPorts, instances: instances.map(({ running }) => running.url) };
  process.env[variable] = JSON.stringify(shared);
  return stop;
}

const shared = (): Shared | undefined => {
  const text = process.env[variable];
  return text ? (JSON.parse(text) as Shared) : undefined;
};

/** The port of this worker's receiver; 0 (any port) outside a cluster's run. */
export const receiverPort = (worker: number): number => shared()?.receiverPorts[worker] ?? 0;

/** One for each worker. */
let operator: ReturnType<typeof startOperator> | undefined;

/** The cluster of this run, if it has one: through nginx, or through the HTTP server of one of its instances. */
export function sharedCluster(by: "proxy" | "instance"): Running | undefined {
  const cluster = shared();
  if (!cluster) return undefined;
  const url = by === "proxy" ? cluster.url : (cluster.instances[0] ?? cluster.url);
  operator ??= startOperator(cluster.env);
  return asRunning(url, operator.operate);
}
