import { freePort } from "./server";

const variable = "BESIDE_TEST_RECEIVER_PORTS";
const maxWorkers = 4;

const chosen = (): string[] => (process.env[variable] ?? "").split(",").filter(Boolean);

/** The origins of all receivers, with commas. */
export const receiverOrigins = (): string =>
  chosen()
    .map((port) => `http://127.0.0.1:${port}`)
    .join(",");

/** Chooses the ports of the workers' receivers before the servers start that may call them. Returns their origins, with commas. */
export async function chooseReceiverPorts(): Promise<string> {
  const ports = await Promise.all(Array.from({ length: maxWorkers }, freePort));
  process.env[variable] = ports.join(",");
  return receiverOrigins();
}

/** The port of this worker's receiver; 0 (any port) where none was chosen. */
export const receiverPort = (worker: number): number => Number(chosen()[worker] ?? 0);
