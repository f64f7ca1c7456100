import { z } from "zod";

/**
 * The table of `docs/configuration.md` is made from this file by `npm run documents`: of a variable, `description` is its purpose, and `unset`
 * says what holds without it where that is not a default of the schema.
 */
const about = (description: string, unset?: string) => ({ description, ...(unset !== undefined && { unset }) });

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: "must be a list of exact origins such as http://127.0.0.1:4010, separated by commas",
});

/** An http or https origin without credentials, path, query or fragment; a trailing slash is allowed. */
function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text) || /[?#@\s]/.test(text)) return false;
  const { protocol, pathname } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && pathname === "/";
}

const postgres = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" });
const encryptionKey = z.string().regex(/^[0-9a-f]{64}$/i, { error: "must be 64 hexadecimal digits (openssl rand -hex 32)" });

/** The variables of the environment, each by itself; `env.ts` says which of them belong together. */
export const variables = z.object({
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65_535).default(3000).meta(about("The port it listens on")),
  HOST: z.string().optional().meta(about("The address it listens on", "all addresses")),
  // Read by the HTTP server (server.mjs).
  SOCKET: z
    .string()
    .startsWith("/", { error: "must be the absolute path of a Unix socket" })
    .optional()
    .meta(about("An additional Unix socket to listen on, for a proxy on the same machine")),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .meta(about("The folder of the embedded database and its secrets, and of the files of chats (`files/`)")),
  DATABASE_URL: postgres.optional().meta(about("A PostgreSQL 15+ server instead of the embedded database")),
  DATABASE_REPLICA_URL: postgres
    .optional()
    .meta(about("A standby of that server, for lists and exports: [A read replica](operations.md#a-read-replica)")),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
    .optional()
    .meta(about("Redis 7 or Valkey, shared by several instances on one `DATABASE_URL`")),
  UPSTASH_REDIS_REST_URL: z
    .url({ protocol: /^https?$/, error: "must be the https:// address of Upstash's REST API" })
    .optional()
    .meta(about("The same by Upstash's REST API, instead of `REDIS_URL`; together with its token")),
  UPSTASH_REDIS_REST_TOKEN: z
    .string()
    .regex(/^\S+$/, { error: "must be a token without white space" })
    .optional()
    .meta(about("The token for that address")),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]{3,255}$/, { error: "must be the name of a bucket" })
    .optional()
    .meta(about("A bucket for the files of chats, instead of `DATA_DIR`; with its region and both keys, or none of the four")),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: "must be a region such as eu-central-1; a store without regions takes us-east-1" })
    .optional()
    .meta(about("The region of the bucket")),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^\S+$/, { error: "must be a key id without white space" })
    .optional()
    .meta(about("The id of the key to the bucket")),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^\S+$/, { error: "must be a key without white space" })
    .optional()
    .meta(about("The key to the bucket")),
  S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, {
      error: "must be the address of an S3-compatible store, such as https://s3.example.com",
    })
    .optional()
    .meta(about("The store of the bucket, where it is another than Amazon's", "Amazon's")),
  SECRET_KEY: encryptionKey
    .optional()
    .meta(
      about("Encrypts at rest: signing secrets, identify secrets, tokens of channels, push keys", "made at first start, embedded only"),
    ),
  // Read only by the command that rotates the key.
  SECRET_KEY_NEXT: encryptionKey.optional().meta(about("The next key, only for `npm run admin -- rotate-secret-key`")),
  NEXTAUTH_SECRET: z
    .string()
    .min(32, { error: "must have at least 32 characters" })
    .optional()
    .meta(about("Signs sessions and the tokens of frames", "made at first start, embedded only")),
  PUBLIC_URL: z
    .string()
    .refine(isBareOrigin, {
      error: "must be the address that people and servers reach Beside at, such as https://beside.example.com, without a path",
    })
    .transform((text) => new URL(text).origin)
    .optional()
    .meta(
      about(
        "The server in the API's description, and the start of links that the command line prints, of the line for websites and of the addresses for webhooks. With https, cookies are `Secure` and browsers come back by https only",
        "`http://localhost:PORT` in links",
      ),
    ),
  TRUSTED_PROXIES: z.coerce
    .number({ error: "must be the number of proxies in front of Beside" })
    .int()
    .min(0)
    .max(10)
    .default(0)
    .meta(
      about(
        "Which entry of `X-Forwarded-For` is the caller's address, and whether `X-Forwarded-Proto` and `X-Forwarded-Host` are used: the last proxy must set or remove both, and pass on `Host`",
      ),
    ),
  EVENTS_PER_BATCH: z.coerce
    .number({ error: "must be how many events share a statement at the most" })
    .int()
    .min(1)
    .max(1000)
    .default(64)
    .meta(about("The largest batch of events, or of reads or writes of contacts, that arrive together and share one statement")),
  // Read by the logger itself (log.ts), which refuses other levels.
  LOG_LEVEL: z.string().default("info").meta(about("`debug`, `info` (one line a call), `warn` or `error`")),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, { error: "must be the public key of a VAPID pair, in base64url" })
    .optional()
    .meta(
      about(
        "Half of the pair that signs notifications to closed browsers, from `npx web-push generate-vapid-keys`; both or none",
        "made when it is needed, and stored encrypted",
      ),
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, { error: "must be the private key of a VAPID pair, in base64url" })
    .optional()
    .meta(about("The other half", "as above")),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, { error: "must be a mailto: or https: address" })
    .optional()
    .meta(about("The address that push services may write to about notifications", "`PUBLIC_URL` with https")),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, { error: "must have at least 16 characters and no white space (openssl rand -hex 32)" })
    .optional()
    .meta(about("The Bearer token for `/api/metrics`", "there are no metrics")),
  // Read by the HTTP server (server.mjs).
  DRAIN_SECONDS: z.coerce
    .number({ error: "must be a number of seconds from 0 to 5" })
    .min(0)
    .max(5)
    .default(3)
    .meta(about("The time after SIGTERM in which a process still accepts calls")),
  ACTIONS_ALLOW_ORIGINS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin))
    .meta(about("Origins that are exempt from the rule of public addresses, for development")),
  WHATSAPP_GRAPH_URL: z
    .string()
    .refine(isBareOrigin, { error: "must be the origin of Meta's Graph API, or of a stand-in for it, without a path" })
    .transform((text) => new URL(text).origin)
    .default("https://graph.facebook.com")
    .meta(about("Meta's Graph API; another one only for tests, with `ACTIONS_ALLOW_ORIGINS`")),
  // Set by npm run demo.
  PLANS: z
    .enum(["0", "1"])
    .default("0")
    .meta(
      about("Whether workspaces have plans that their owners choose in the settings. Without it only the command `set-plan` changes one"),
    ),
  DEMO: z.enum(["0", "1"]).default("0"),
});

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(variables.shape);
