import type { Cluster as Postgres } from "../support/postgres";
import { chooseReceiverPorts } from "../support/receiver-ports";
import type { Running } from "../support/server";
import { asRunning, startCluster } from "./cluster";
import { startOperator } from "./operator";

const variable = "BESIDE_TEST_CLUSTER";

/** The cluster that the workers of a run share. */
type Shared = { url: string; instances: string[]; env: Record<string, string> };

/** Starts it before the first worker, which inherits the environment. Returns the function that stops it. */
export async function startShared(postgres?: Postgres): Promise<() => Promise<void>> {
  const env = { ACTIONS_ALLOW_ORIGINS: await chooseReceiverPorts() };
  const { instances, stop, ...cluster } = await startCluster({ env, ...(postgres && { postgres }) });
  const shared: Shared = { url: cluster.url, env: cluster.env, instances: instances.map(({ running }) => running.url) };
  process.env[variable] = JSON.stringify(shared);
  return stop;
}

const shared = (): Shared | undefined => {
  const text = process.env[variable];
  return text ? (JSON.parse(text) as Shared) : undefined;
};

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
