import { test } from "@playwright/test";
import webpush from "web-push";
import { variablesOf } from "@/lib/platform/env";
import { expect } from "../../support/expect";

const wrongEnvironments = [
  { name: "PORT", value: "http", message: "must be a port number" },
  { name: "PORT", value: "70000", message: "PORT" },
  { name: "DATABASE_URL", value: "mysql://localhost/beside", message: "must be a postgresql:// address" },
  { name: "DATABASE_REPLICA_URL", value: "mysql://localhost/beside", message: "must be a postgresql:// address" },
  { name: "DATABASE_REPLICA_URL", value: "postgresql://replica/beside", message: "set DATABASE_URL too" },
  { name: "REDIS_URL", value: "http://localhost:6379", message: "must be a redis:// or rediss:// address" },
  { name: "UPSTASH_REDIS_REST_URL", value: "redis://localhost", message: "must be the https:// address of Upstash's REST API" },
  { name: "UPSTASH_REDIS_REST_TOKEN", value: "two words", message: "must be a token without white space" },
  { name: "UPSTASH_REDIS_REST_URL", value: "https://example.upstash.io", message: "set UPSTASH_REDIS_REST_TOKEN too" },
  { name: "UPSTASH_REDIS_REST_TOKEN", value: "t0ken", message: "set UPSTASH_REDIS_REST_URL too" },
  { name: "SECRET_KEY", value: "short", message: "must be 64 hexadecimal digits (openssl rand -hex 32)" },
  { name: "NEXTAUTH_SECRET", value: "short", message: "must have at least 32 characters" },
  { name: "ACTIONS_ALLOW_ORIGINS", value: "127.0.0.1:4010", message: "must be a list of exact origins" },
  { name: "ACTIONS_ALLOW_ORIGINS", value: "http://127.0.0.1:4010/path", message: "must be a list of exact origins" },
  { name: "TRUSTED_PROXIES", value: "all", message: "must be the number of proxies in front of Beside" },
  { name: "PUBLIC_URL", value: "beside.example.com", message: "such as https://beside.example.com, without a path" },
  { name: "PUBLIC_URL", value: "ftp://beside.example.com", message: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com/app", message: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com/?", message: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com?a=b", message: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com#a", message: "without a path" },
  { name: "PUBLIC_URL", value: "https://ada:secret@beside.example.com", message: "without a path" },
  { name: "WHATSAPP_GRAPH_URL", value: "https://graph.facebook.com/v25.0", message: "without a path" },
  { name: "S3_BUCKET", value: "files", message: "set S3_REGION and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too" },
  { name: "S3_SECRET_ACCESS_KEY", value: "s3cret", message: "set S3_BUCKET and S3_REGION and S3_ACCESS_KEY_ID too" },
  { name: "S3_ENDPOINT", value: "https://s3.example.com", message: "set S3_BUCKET and" },
  { name: "S3_ENDPOINT", value: "s3.example.com", message: "must be the address of an S3-compatible store" },
  { name: "S3_ENDPOINT", value: "https://key:secret@s3.example.com", message: "must be the address of an S3-compatible store" },
  { name: "S3_BUCKET", value: "a/b", message: "must be the name of a bucket" },
  { name: "DEMO", value: "yes", message: "DEMO" },
];

for (const { name, value, message } of wrongEnvironments) {
  test(`rejects ${name}=${value} with its name and what it must be`, () => {
    const read = () => variablesOf({ [name]: value });
    expect(read).toThrow("The environment is not valid:");
    expect(read).toThrow(message);
    expect(read).toThrow(name);
  });
}

test("PUBLIC_URL is parsed to an origin, with or without a trailing slash", () => {
  for (const [given, origin] of [
    ["https://beside.example.com", "https://beside.example.com"],
    ["https://Beside.example.com:443/", "https://beside.example.com"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ]) {
    expect(variablesOf({ PUBLIC_URL: given }).PUBLIC_URL).toBe(origin);
  }
  expect(variablesOf({}).PUBLIC_URL).toBeUndefined();
});

test("an empty variable counts as not set", () => {
  expect(variablesOf({ PORT: "", DATABASE_URL: "", DEMO: "", ACTIONS_ALLOW_ORIGINS: "" })).toMatchObject({
    PORT: 3000,
    DEMO: "0",
    ACTIONS_ALLOW_ORIGINS: [],
  });
});

test("EVENTS_PER_GROUP, the former name of EVENTS_PER_BATCH, is still read where the new one is not set", () => {
  expect(variablesOf({}).EVENTS_PER_BATCH).toBe(64);
  expect(variablesOf({ EVENTS_PER_GROUP: "7" }).EVENTS_PER_BATCH).toBe(7);
  expect(variablesOf({ EVENTS_PER_GROUP: "7", EVENTS_PER_BATCH: "9" }).EVENTS_PER_BATCH).toBe(9);
  expect(() => variablesOf({ EVENTS_PER_GROUP: "none" })).toThrow("must be how many events share a statement");
});

test("a bucket needs its name, region and keys; a store other than Amazon's also its address", () => {
  const bucket = { S3_BUCKET: "beside-files", S3_REGION: "eu-central-1", S3_ACCESS_KEY_ID: "AKIA", S3_SECRET_ACCESS_KEY: "s3cret" };
  expect(variablesOf(bucket)).toMatchObject(bucket);
  for (const S3_ENDPOINT of ["https://s3.example.com", "http://127.0.0.1:9000", "https://x.example.co/storage/v1/s3"])
    expect(variablesOf({ ...bucket, S3_ENDPOINT })).toMatchObject({ S3_ENDPOINT });
});

test("the keys that sign notifications are one pair, and both or none", () => {
  const [pair, other] = [webpush.generateVAPIDKeys(), webpush.generateVAPIDKeys()];
  const given = { VAPID_PUBLIC_KEY: pair.publicKey, VAPID_PRIVATE_KEY: pair.privateKey };
  expect(variablesOf(given)).toMatchObject(given);
  expect(() => variablesOf({ ...given, VAPID_PRIVATE_KEY: "" })).toThrow("or neither");
  for (const VAPID_PRIVATE_KEY of [other.privateKey, "A".repeat(43), "_".repeat(43)]) {
    const refused = () => variablesOf({ ...given, VAPID_PRIVATE_KEY });
    expect(refused).toThrow("do not belong together");
    expect(refused).not.toThrow(VAPID_PRIVATE_KEY);
  }
});
