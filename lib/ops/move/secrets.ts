import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/kernel/errors";
import { isKeyOf } from "@/lib/platform/encryption";
import { keptSecretsOf } from "@/lib/platform/env";

type Place = "file" | "environment";
/** The two secrets that the new environment needs, and where they lie now. */
export type Secrets = { secretKey: string; keyFrom: Place; sessionSecret: string | undefined; sessionFrom: Place };

/**
 * The secrets that this folder was used with: its own, unless Beside ran with others from the environment.
 * @throws when neither sealed what is in it
 */
export function secretsOf(folder: string, keyCheck: string): Secrets {
  const kept = keptSecretsOf(folder);
  const { SECRET_KEY, NEXTAUTH_SECRET } = process.env;
  const keys = [
    { secretKey: kept?.secretKey, keyFrom: "file" as const },
    { secretKey: SECRET_KEY, keyFrom: "environment" as const },
  ];
  for (const { secretKey, keyFrom } of keys) {
    if (!secretKey || !isKeyOf(keyCheck, secretKey)) continue;
    // Whoever gave the key gave the other secret, too.
    const isGiven = keyFrom === "environment" && NEXTAUTH_SECRET;
    return {
      secretKey,
      keyFrom,
      sessionSecret: isGiven ? NEXTAUTH_SECRET : kept?.sessionSecret,
      sessionFrom: isGiven ? "environment" : "file",
    };
  }
  throw new AppError(
    "conflict",
    `What is sealed in ${folder} opens neither with the key in its secrets.json nor with SECRET_KEY. Set SECRET_KEY to the key that Beside ran with on this folder, or restore secrets.json from a backup.`,
  );
}

/** Where to find them, in words, without them. */
export function whereabouts(folder: string, { keyFrom, sessionFrom }: Secrets): string[] {
  const file = join(folder, "secrets.json");
  const place = { file: (field: string) => `the field ${field} in ${file}`, environment: () => "the one in this command's environment" };
  return [`  SECRET_KEY       ${place[keyFrom]("secretKey")}`, `  NEXTAUTH_SECRET  ${place[sessionFrom]("sessionSecret")}`];
}

/** @throws when it is there already: told before anything is moved */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new AppError("conflict", `${file} exists already and stays as it is. Name a new file with --secrets.`);
}

/** Writes both into a new file that only its owner reads, as `env_file` and systemd's `EnvironmentFile` take it. */
export function carry(to: string, { secretKey, sessionSecret }: Secrets): void {
  const lines = [`SECRET_KEY=${secretKey}`, ...(sessionSecret ? [`NEXTAUTH_SECRET=${sessionSecret}`] : [])];
  writeFileSync(to, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
}
