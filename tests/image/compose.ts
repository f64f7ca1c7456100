import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/server";
import { run, succeeds } from "./run";

const required = { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), POSTGRES_PASSWORD: "c" };

/** What Docker Compose makes of compose.yaml with these variables, or why it refuses them. */
async function readCompose(variables: Record<string, string>): Promise<string> {
  const file = join(newFolder(), "beside.env");
  writeFileSync(
    file,
    Object.entries({ ...required, ...variables })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  return run(["docker", "compose", "--env-file", file, "config"], { seconds: 30 }).catch((error: unknown) => String(error));
}

/** Tries compose.yaml without starting anything. Returns undefined where Compose is not installed. */
export async function composeProblems(): Promise<string[] | undefined> {
  if (!(await succeeds(["docker", "compose", "version"], 15))) return undefined;
  const passed = await readCompose({ VAPID_SUBJECT: "mailto:ops@example.com" });
  const refused = await readCompose({ DATABASE_URL: "postgresql://elsewhere/beside" });
  const empty = await readCompose({ DATABASE_URL: "" });
  return [
    ...(passed.includes("VAPID_SUBJECT: mailto:ops@example.com") ? [] : [`A variable is not passed on: ${passed}`]),
    ...(refused.includes("leave out DATABASE_URL, because") ? [] : [`A variable is not refused: ${refused}`]),
    ...(empty.includes("stop_grace_period: 20s") ? [] : [`An empty variable is not as good as none: ${empty}`]),
  ];
}
