import { createECDH, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { makeFolder } from "./folder";
import { singleton } from "./runtime";

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: "must be a list of exact origins such as http://127.0.0.1:4010, separated by commas",
});

/** An http or https origin without credentials, path, query or fragment; a trailing slash is allowed. */
function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text) || /[?#@\s]/.test(text)) return false;
  const { protocol, pathname } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && pathname === "/";
}

const variables = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  // Read by the HTTP server (server.mjs).
  SOCKET: z.string().startsWith("/", { error: "must be the absolute path of a Unix socket" }).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" }).optional(),
  UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/, error: "must be the https:// address of Upstash's REST API" }).optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().regex(/^\S+$/, { error: "must be a token without white space" }).optional(),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { error: "must be 64 hexadecimal digits (openssl rand -hex 32)" })
    .optional(),
  // Read only by the command that rotates the key.
  SECRET_KEY_NEXT: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { error: "must be 64 hexadecimal digits (openssl rand -hex 32)" })
    .optional(),
  NEXTAUTH_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  PUBLIC_URL: z
    .string()
    .refine(isBareOrigin, {
      error: "must be the address that people and servers reach Beside at, such as https://beside.example.com, without a path",
    })
    .transform((text) => new URL(text).origin)
    .optional(),
  ACTIONS_ALLOW_ORIGINS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin)),
  WHATSAPP_GRAPH_URL: z
    .string()
    .refine(isBareOrigin, { error: "must be the origin of Meta's Graph API, or of a stand-in for it, without a path" })
    .transform((text) => new URL(text).origin)
    .default("https://graph.facebook.com"),
  TRUSTED_PROXIES: z.coerce.number({ error: "must be the number of proxies in front of Beside" }).int().min(0).max(10).default(0),
  EVENTS_PER_BATCH: z.coerce.number({ error: "must be how many events share a statement at the most" }).int().min(1).max(1000).default(64),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]{3,255}$/, { error: "must be the name of a bucket" })
    .optional(),
  S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, {
      error: "must be the address of an S3-compatible store, such as https://s3.example.com",
    })
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: "must be a region such as eu-central-1; a store without regions takes us-east-1" })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(/^\S+$/, { error: "must be a key id without white space" }).optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, { error: "must be a key without white space" }).optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, { error: "must be the public key of a VAPID pair, in base64url" })
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, { error: "must be the private key of a VAPID pair, in base64url" })
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, { error: "must be a mailto: or https: address" })
    .optional(),
  // Read by the HTTP server (server.mjs).
  DRAIN_SECONDS: z.coerce.number({ error: "must be a number of seconds from 0 to 5" }).min(0).max(5).default(3),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, { error: "must have at least 16 characters and no white space (openssl rand -hex 32)" })
    .optional(),
  DEMO: z.enum(["0", "1"]).default("0"),
});

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

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
