import { randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { attemptSignIn, expect, type Team, test } from "../../support/fixtures";

const wrong = "Wrong e-mail or password.";
const tooMany = /^Too many attempts\. Try again in (\d+) seconds\.$/;

/** A new IPv6 network: sixteen hexadecimal digits of prefix, 2^64 addresses. */
const newNetwork = () => newId().replaceAll("-", "").slice(-16).match(/.{4}/g)?.join(":") ?? "";
const at = (network: string, host = 1) => ({ "x-forwarded-for": `${network}::${host.toString(16)}` });
const guess = (team: Team, from: Record<string, string>) =>
  attemptSignIn(team.url, { ...team.owner, password: randomBytes(9).toString("hex") }, from);

test("limits an account to ten attempts, with the time to wait, and leaves other accounts unaffected", async ({ ada, bob }) => {
  const from = at(newNetwork());
  for (let attempt = 1; attempt <= 10; attempt += 1) expect((await guess(ada, from)).error).toBe(wrong);
  const [, seconds] = tooMany.exec((await attemptSignIn(ada.url, ada.owner, from)).error ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(1);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  const inCapitals = { ...ada.owner, email: ada.owner.email.toUpperCase() };
  expect(await attemptSignIn(ada.url, inCapitals, from)).toMatchObject({ cookie: "", error: expect.stringMatching(tooMany) });
  expect((await attemptSignIn(bob.url, bob.owner, from)).cookie).not.toBe("");
});

test("limits guesses for the stranger's network and not for the account's owner", async ({ ada }) => {
  const stranger = newNetwork();
  for (let attempt = 0; attempt < 15; attempt += 1) await guess(ada, at(stranger, attempt));
  expect((await attemptSignIn(ada.url, ada.owner, at(stranger, 99))).error).toMatch(tooMany);
  expect((await attemptSignIn(ada.url, ada.owner)).cookie).not.toBe("");
});

// Some gateways write the port of the connection behind the address, and some callers write what is no address.
for (const [what, entries] of [
  ["an IPv4 address with ever new ports", (port: number) => `203.0.113.5:${port}`],
  ["an IPv6 address with ever new ports", (port: number) => `[2001:db8:1:2::${port.toString(16)}]:${port}`],
  ["an IPv6 address in brackets", (port: number) => `[2001:db8:1:3::${port.toString(16)}]`],
  ["ever new words", (port: number) => `_hidden${port}`],
] as const) {
  test(`counts ${what} as one network`, async ({ ada }) => {
    const from = (port: number) => ({ "x-forwarded-for": entries(port) });
    const errors: (string | null)[] = [];
    for (let port = 49_152; port < 49_152 + 11; port += 1) errors.push((await guess(ada, from(port))).error);
    expect(errors.slice(0, 10)).toEqual(Array(10).fill(wrong));
    expect(errors.at(-1)).toMatch(tooMany);
  });
}

test("does not count a made-up e-mail for the account of another", async ({ ada }) => {
  const office = "203.0.113.200";
  const names = [`${ada.owner.email} ${office}`, `${office} ${ada.owner.email}`, ` ${ada.owner.email} ${office}`];
  for (let attempt = 0; attempt < 36; attempt += 1)
    await attemptSignIn(ada.url, { email: names[attempt % names.length] ?? "", password: "a guess" }, at(newNetwork()));
  expect((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-for": office })).cookie).not.toBe("");
});

test("limits guesses from many networks together, but not where somebody signed in before", async ({ ada }) => {
  const office = at(newNetwork());
  expect((await attemptSignIn(ada.url, ada.owner, office)).cookie).not.toBe("");
  const attempts = await Promise.all(Array.from({ length: 45 }, () => guess(ada, at(newNetwork()))));
  const compared = attempts.filter((one) => one.error === wrong).length;
  expect(compared).toBeLessThanOrEqual(30);
  expect(compared).toBeGreaterThanOrEqual(25);
  expect(attempts.filter((one) => tooMany.test(one.error ?? ""))).toHaveLength(45 - compared);
  expect((await attemptSignIn(ada.url, ada.owner, at(newNetwork()))).error).toMatch(tooMany);
  expect((await attemptSignIn(ada.url, ada.owner, office)).cookie).not.toBe("");
});

test("limits one address to sixty attempts and leaves others unaffected", async ({ ada }) => {
  const from = { "x-forwarded-for": "198.51.100.8" };
  const someone = (index: number) => attemptSignIn(ada.url, { email: `guess${index}@example.com`, password: "a guess" }, from);
  await Promise.all(Array.from({ length: 60 }, (_, index) => someone(index)));
  expect((await attemptSignIn(ada.url, ada.owner, from)).error).toMatch(tooMany);
  expect((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-for": "198.51.100.8, 198.51.100.9" })).cookie).not.toBe("");
  expect((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-for": "198.51.100.9, 198.51.100.8" })).error).toMatch(tooMany);
});

test("does not count an attempt with an e-mail that is too long for any account", async ({ ada }) => {
  const from = at(newNetwork());
  const email = `${"x".repeat(243)}@example.com`;
  const attempts = await Promise.all(Array.from({ length: 61 }, () => attemptSignIn(ada.url, { email, password: "a guess" }, from)));
  expect(new Set(attempts.map(({ error }) => error))).toEqual(new Set([wrong]));
  expect((await attemptSignIn(ada.url, ada.owner, from)).cookie).not.toBe("");
});

test("counts all addresses of an IPv6 network as one and does not charge rejected attempts to the account", async ({ ada }) => {
  const network = newNetwork();
  const someone = (index: number) => attemptSignIn(ada.url, { email: `${newId()}@example.com`, password: "a guess" }, at(network, index));
  await Promise.all(Array.from({ length: 60 }, (_, index) => someone(index)));
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await guess(ada, at(network, 100 + attempt))).error).toMatch(tooMany);
  expect((await attemptSignIn(ada.url, ada.owner)).cookie).not.toBe("");
});

test("counts IPv4 addresses one by one, also where a proxy writes them as IPv6", async ({ ada }) => {
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(ada, { "x-forwarded-for": "::ffff:198.51.100.60" });
  expect((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-for": "198.51.100.60" })).error).toMatch(tooMany);
  expect((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-for": "::ffff:198.51.100.61" })).cookie).not.toBe("");
});

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test("spends a password hash on an unknown e-mail, so that the response time does not reveal an account", async ({ ada }) => {
  const took = async (email: string) => {
    const from = at(newNetwork());
    const began = performance.now();
    expect((await attemptSignIn(ada.url, { email, password: "not this one" }, from)).error).toBe(wrong);
    return performance.now() - began;
  };
  // The first attempt creates the hash that is compared when there is no account.
  await took(`${newId()}@example.com`);
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 11; round += 1) {
    known.push(await took(ada.owner.email));
    unknown.push(await took(`${newId()}@example.com`));
  }
  // Without the hash it takes at most a fifth of the time.
  expect(median(unknown)).toBeGreaterThan(median(known) * 0.6);
});
