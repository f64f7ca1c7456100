import { createECDH, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { makeFolder } from "./folder";
import { singleton } from "./runtime";
import { variables } from "./variables";

/** What a bucket needs. Without S3_ENDPOINT it is one of Amazon's. */
const bucketVariables = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Half a bucket would keep files on the disk of one instance. */
function bucketProblem(given: z.output<typeof variables>): string | undefined {
  const missing = bucketVariables.filter((name) => given[name] === undefined);
  const present = ([...bucketVariables, "S3_ENDPOINT"] as const).filter((name) => given[name] !== undefined);
  if (present.length === 0 || missing.length === 0) return undefined;
  return `with ${present.join(" and ")}, set ${missing.join(" and ")} too; without any of them files are stored in DATA_DIR`;
}

/** Notifications signed with a key that browsers were not given would never arrive, without anybody noticing. */
function isPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url") === publicKey;
  } catch {
    // No number of the curve.
    return false;
  }
}

/** Only one transport to Redis may be configured. Without DATABASE_URL Redis is of little use, and does no harm. */
const schema = variables.superRefine((given, context) => {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = given;
  const addProblem = (message: string) => context.addIssue({ code: "custom", message });
  const [url, token] = [UPSTASH_REDIS_REST_URL !== undefined, UPSTASH_REDIS_REST_TOKEN !== undefined];
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL)
    addProblem("with DATABASE_REPLICA_URL, set DATABASE_URL too: the embedded database has no replica");
  if (url && !token) addProblem("with UPSTASH_REDIS_REST_URL, set UPSTASH_REDIS_REST_TOKEN too");
  if (token && !url) addProblem("with UPSTASH_REDIS_REST_TOKEN, set UPSTASH_REDIS_REST_URL too");
  if (REDIS_URL && (url || token)) addProblem("set REDIS_URL, or UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, not both");
  if ((given.VAPID_PUBLIC_KEY === undefined) !== (given.VAPID_PRIVATE_KEY === undefined))
    addProblem("set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither; without them Beside makes a pair");
  else if (given.VAPID_PUBLIC_KEY && given.VAPID_PRIVATE_KEY && !isPair(given.VAPID_PUBLIC_KEY, given.VAPID_PRIVATE_KEY))
    addProblem("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together: set both lines of one npx web-push generate-vapid-keys");
  const halfBucket = bucketProblem(given);
  if (halfBucket) addProblem(halfBucket);
});

type Env = Omit<z.output<typeof schema>, "SECRET_KEY" | "NEXTAUTH_SECRET"> & { SECRET_KEY: string; NEXTAUTH_SECRET: string };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    env: Env;
  }
}

/**
 * The environment, parsed once, with every problem listed at once.
 * On the embedded database the secrets are generated at the first start; with DATABASE_URL a missing one prevents the start.
 */
export const env = (): Env => singleton("env", read);

/** What EVENTS_PER_BATCH was called before; installations that set it go on. */
const formerBatchName = "EVENTS_PER_GROUP";

/** The given variables, with defaults. @throws an error that lists every invalid one */
export function variablesOf(given: Readonly<Record<string, string | undefined>>): z.output<typeof schema> {
  // An empty variable counts as not set: that is how shells and compose files leave one out.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse({ EVENTS_PER_BATCH: set[formerBatchName], ...set });
  if (parsed.success) return parsed.data;
  throw new Error(`The environment is not valid:\n${z.prettifyError(parsed.error)}`);
}

function read(): Env {
  const parsed = variablesOf(process.env);
  const { SECRET_KEY, NEXTAUTH_SECRET } = parsed;
  if (SECRET_KEY && NEXTAUTH_SECRET) return { ...parsed, SECRET_KEY, NEXTAUTH_SECRET };

  if (parsed.DATABASE_URL) {
    const missing = [SECRET_KEY ? "" : "SECRET_KEY", NEXTAUTH_SECRET ? "" : "NEXTAUTH_SECRET"].filter(Boolean).join(" and ");
    throw new Error(`The environment is not valid:\n✖ with DATABASE_URL, set ${missing} too; make each with: openssl rand -hex 32`);
  }
  const stored = storedSecrets(resolve(parsed.DATA_DIR));
  return {
    ...parsed,
    SECRET_KEY: SECRET_KEY ?? stored.secretKey,
    NEXTAUTH_SECRET: NEXTAUTH_SECRET ?? stored.sessionSecret,
  };
}

const StoredSecrets = z.object({ secretKey: z.string().regex(/^[0-9a-f]{64}$/), sessionSecret: z.string().min(32) });

const secretsFile = (folder: string) => join(folder, "secrets.json");
type StoredSecrets = z.output<typeof StoredSecrets>;

/** The secrets that were generated for a data folder; undefined without any. @throws when they cannot be read */
export function storedSecretsOf(folder: string): StoredSecrets | undefined {
  const file = secretsFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    return StoredSecrets.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Error(
      `${file} cannot be read as the secrets of this folder. Restore it from a backup; without it encrypted secrets are lost.`,
    );
  }
}

function storedSecrets(folder: string): StoredSecrets {
  const found = storedSecretsOf(folder);
  if (found) return found;
  makeFolder(folder);
  const generated = { secretKey: randomBytes(32).toString("hex"), sessionSecret: randomBytes(32).toString("hex") };
  writeFileSync(secretsFile(folder), JSON.stringify(generated), { mode: 0o600, flag: "wx" });
  return generated;
}

/** Replaces the folder's key. The rename is atomic: a power cut leaves the old file or the new one, never half of one. */
export function storeSecretKey(folder: string, secretKey: string): void {
  const stored = storedSecretsOf(folder);
  if (!stored) throw new Error(`There are no secrets in ${folder}.`);
  const draft = `${secretsFile(folder)}.new`;
  writeFileSync(draft, JSON.stringify({ ...stored, secretKey }), { mode: 0o600, flush: true });
  renameSync(draft, secretsFile(folder));
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
