import { freePort, type Running } from "../support/server";
import { asRunning, startCluster } from "./cluster";
import { startOperator } from "./operator";

const place = "BESIDE_TEST_CLUSTER";
const mostWorkers = 4;

/** The one cluster that the workers of a run share; what a receiver listens at is known before the cluster starts. */
type Shared = { url: string; instances: string[]; env: Record<string, string>; receiverPorts: number[] };

/** Starts it before the first worker, which inherits the environment. Returns what ends it. */
export async function startShared(): Promise<() => Promise<void>> {
  const receiverPorts = await Promise.all(Array.from({ length: mostWorkers }, freePort));
  const origins = receiverPorts.map((port) => `http://127.0.0.1:${port}`).join(",");
  const { url, env, instances, stop } = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: origins } });
  const shared: Shared = { url, env, receiverPorts, instances: instances.map(({ running }) => running.url) };
  process.env[place] = JSON.stringify(shared);
  return stop;
}

const shared = (): Shared | undefined => {
  const text = process.env[place];
  return text ? (JSON.parse(text) as Shared) : undefined;
};

/** Where this worker's receiver listens; any port outside a cluster's run. */
export const receiverPort = (worker: number): number => shared()?.receiverPorts[worker] ?? 0;

/** One a worker. */
let operator: ReturnType<typeof startOperator> | undefined;

/** The cluster of this run, if it is a cluster's run: by nginx, or by the front door of one of its instances. */
export function sharedCluster(by: "proxy" | "instance"): Running | undefined {
  const joined = shared();
  if (!joined) return undefined;
  const url = by === "proxy" ? joined.url : (joined.instances[0] ?? joined.url);
  operator ??= startOperator(joined.env);
  return asRunning(url, operator.operate);
}
