import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/server";
import { run, succeeds } from "./run";

const required = { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), POSTGRES_PASSWORD: "c" };

/** What Docker Compose makes of a file of deploy/ with these variables, or why it refuses them. */
async function readCompose(name: string, variables: Record<string, string>): Promise<string> {
  const file = join(newFolder(), "beside.env");
  writeFileSync(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  return run(["docker", "compose", "--file", `deploy/${name}`, "--env-file", file, "config"], { seconds: 30 }).catch((error: unknown) =>
    String(error),
  );
}

const readCluster = (variables: Record<string, string>) => readCompose("compose.cluster.yaml", { ...required, ...variables });

/** Tries the files of deploy/ for Docker Compose without starting anything. Returns undefined where it is not installed. */
export async function composeProblems(): Promise<string[] | undefined> {
  if (!(await succeeds(["docker", "compose", "version"], 15))) return undefined;
  const passed = await readCluster({ VAPID_SUBJECT: "mailto:ops@example.com" });
  const refused = await readCluster({ DATABASE_URL: "postgresql://elsewhere/beside" });
  const empty = await readCluster({ DATABASE_URL: "" });
  const single = await readCompose("compose.yaml", {});
  const withDatabase = await readCompose("compose.yaml", { COMPOSE_PROFILES: "postgres", POSTGRES_PASSWORD: "c" });
  return [
    ...(passed.includes("VAPID_SUBJECT: mailto:ops@example.com") ? [] : [`A variable is not passed on: ${passed}`]),
    ...(refused.includes("leave out DATABASE_URL, because") ? [] : [`A variable is not refused: ${refused}`]),
    ...(empty.includes("stop_grace_period: 20s") ? [] : [`An empty variable is not as good as none: ${empty}`]),
    ...(/^ {2}beside:$/m.test(single) && !/^ {2}postgres:$/m.test(single) ? [] : [`compose.yaml is not one container: ${single}`]),
    ...(withDatabase.includes("DATABASE_URL: postgresql://beside:c@postgres:5432/beside") && /^ {2}valkey:$/m.test(withDatabase)
      ? []
      : [`The profile does not start the databases: ${withDatabase}`]),
  ];
}
