import { randomBytes } from "node:crypto";
import { startPostgres } from "../support/postgres";
import { chooseReceiverPorts } from "../support/receiver-ports";
import { newFolder, startServer } from "../support/server";

/**
 * Starts a server on PostgreSQL for the tests of this process, as a cluster of one: locks have an effect only with more than one
 * connection.
 */
export async function serveOnPostgres(): Promise<void> {
  const postgres = await startPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    DEMO: "1",
    TRUSTED_PROXIES: "1",
    ACTIONS_ALLOW_ORIGINS: await chooseReceiverPorts(),
  };
  const { url } = await startServer({ env, dataDir: newFolder() });
  process.env["BESIDE_TEST_CLUSTER"] = JSON.stringify({ url, instances: [url], env });
}
