import { expect, test } from "@playwright/test";
import { variablesOf } from "@/lib/platform/env";

const wrongEnvironments = [
  { name: "PORT", value: "http", says: "must be a port number" },
  { name: "PORT", value: "70000", says: "PORT" },
  { name: "DATABASE_URL", value: "mysql://localhost/beside", says: "must be a postgresql:// address" },
  { name: "REDIS_URL", value: "http://localhost:6379", says: "must be a redis:// or rediss:// address" },
  { name: "UPSTASH_REDIS_REST_URL", value: "redis://localhost", says: "must be the https:// address of Upstash's REST API" },
  { name: "UPSTASH_REDIS_REST_TOKEN", value: "two words", says: "must be a token without white space" },
  { name: "UPSTASH_REDIS_REST_URL", value: "https://example.upstash.io", says: "set UPSTASH_REDIS_REST_TOKEN too" },
  { name: "UPSTASH_REDIS_REST_TOKEN", value: "t0ken", says: "set UPSTASH_REDIS_REST_URL too" },
  { name: "SECRET_KEY", value: "short", says: "must be 64 hexadecimal digits (openssl rand -hex 32)" },
  { name: "NEXTAUTH_SECRET", value: "short", says: "must have at least 32 characters" },
  { name: "ACTIONS_ALLOW_ORIGINS", value: "127.0.0.1:4010", says: "must be a list of exact origins" },
  { name: "ACTIONS_ALLOW_ORIGINS", value: "http://127.0.0.1:4010/path", says: "must be a list of exact origins" },
  { name: "TRUSTED_PROXIES", value: "all", says: "must be the number of proxies in front of Beside" },
  { name: "PUBLIC_URL", value: "beside.example.com", says: "such as https://beside.example.com, without a path" },
  { name: "PUBLIC_URL", value: "ftp://beside.example.com", says: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com/app", says: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com/?", says: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com?a=b", says: "without a path" },
  { name: "PUBLIC_URL", value: "https://beside.example.com#a", says: "without a path" },
  { name: "PUBLIC_URL", value: "https://ada:secret@beside.example.com", says: "without a path" },
  { name: "DEMO", value: "yes", says: "DEMO" },
];

for (const { name, value, says } of wrongEnvironments) {
  test(`${name}=${value} is refused by its name, with what it must be`, () => {
    const read = () => variablesOf({ [name]: value });
    expect(read).toThrow("The environment is not valid:");
    expect(read).toThrow(says);
    expect(read).toThrow(name);
  });
}

test("the public address is an origin, with or without a slash at its end", () => {
  for (const [given, kept] of [
    ["https://beside.example.com", "https://beside.example.com"],
    ["https://Beside.example.com:443/", "https://beside.example.com"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ]) {
    expect(variablesOf({ PUBLIC_URL: given }).PUBLIC_URL).toBe(kept);
  }
  expect(variablesOf({}).PUBLIC_URL).toBeUndefined();
});

test("a variable that is set to nothing is one that is not set", () => {
  expect(variablesOf({ PORT: "", DATABASE_URL: "", DEMO: "", ACTIONS_ALLOW_ORIGINS: "" })).toMatchObject({
    PORT: 3000,
    DEMO: "0",
    ACTIONS_ALLOW_ORIGINS: [],
  });
});
