import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/kernel/errors";
import { isKeyOf } from "@/lib/platform/encryption";
import { storedSecretsOf } from "@/lib/platform/env";

type SecretSource = "file" | "environment";
/** The two secrets that the new environment needs, and where they are stored now. */
export type Secrets = { secretKey: string; keyFrom: SecretSource; sessionSecret: string | undefined; sessionFrom: SecretSource };

/**
 * The secrets that this folder was used with: its own, unless Beside ran with others from the environment.
 * @throws when its contents were encrypted with neither
 */
export function secretsOf(folder: string, keyCheck: string): Secrets {
  const stored = storedSecretsOf(folder);
  const { SECRET_KEY, NEXTAUTH_SECRET } = process.env;
  const keys = [
    { secretKey: stored?.secretKey, keyFrom: "file" as const },
    { secretKey: SECRET_KEY, keyFrom: "environment" as const },
  ];
  for (const { secretKey, keyFrom } of keys) {
    if (!secretKey || !isKeyOf(keyCheck, secretKey)) continue;
    // A key from the environment comes with the other secret.
    const isGiven = keyFrom === "environment" && NEXTAUTH_SECRET;
    return {
      secretKey,
      keyFrom,
      sessionSecret: isGiven ? NEXTAUTH_SECRET : stored?.sessionSecret,
      sessionFrom: isGiven ? "environment" : "file",
    };
  }
  throw new AppError(
    "conflict",
    `What is encrypted in ${folder} opens neither with the key in its secrets.json nor with SECRET_KEY. Set SECRET_KEY to the key that Beside ran with on this folder, or restore secrets.json from a backup.`,
  );
}

/** Describes where to find the secrets, without revealing them. */
export function describeLocations(folder: string, { keyFrom, sessionFrom }: Secrets): string[] {
  const file = join(folder, "secrets.json");
  const location = { file: (field: string) => `the field ${field} in ${file}`, environment: () => "the one in this command's environment" };
  return [`  SECRET_KEY       ${location[keyFrom]("secretKey")}`, `  NEXTAUTH_SECRET  ${location[sessionFrom]("sessionSecret")}`];
}

/** @throws when the file exists; checked before anything is moved */
export function rejectExisting(file: string): void {
  if (existsSync(file)) throw new AppError("conflict", `${file} exists already and stays as it is. Name a new file with --secrets.`);
}

/** Writes both into a new file that only its owner can read, in the format of `env_file` and systemd's `EnvironmentFile`. */
export function writeSecretsFile(to: string, { secretKey, sessionSecret }: Secrets): void {
  const lines = [`SECRET_KEY=${secretKey}`, ...(sessionSecret ? [`NEXTAUTH_SECRET=${sessionSecret}`] : [])];
  writeFileSync(to, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
}
