import { randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { enter, expect, type Team, test } from "../support/fixtures";

const wrong = "Wrong e-mail or password.";
const tooMany = /^Too many attempts\. Try again in (\d+) seconds\.$/;

/** A network of its own: sixteen hexadecimal digits of one, with 2^64 addresses in it. */
const newNetwork = () => newId().replaceAll("-", "").slice(-16).match(/.{4}/g)?.join(":") ?? "";
const at = (network: string, host = 1) => ({ "x-forwarded-for": `${network}::${host.toString(16)}` });
const guess = (team: Team, from: Record<string, string>) =>
  enter(team.url, { ...team.owner, password: randomBytes(9).toString("hex") }, from);

test("after ten attempts on an account the next is refused there, with the time to wait; other accounts get in", async ({ ada, bob }) => {
  const from = at(newNetwork());
  for (let attempt = 1; attempt <= 10; attempt += 1) expect((await guess(ada, from)).said).toBe(wrong);
  const [, seconds] = tooMany.exec((await enter(ada.url, ada.owner, from)).said ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(1);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  const inCapitals = { ...ada.owner, email: ada.owner.email.toUpperCase() };
  expect(await enter(ada.url, inCapitals, from)).toMatchObject({ cookie: "", said: expect.stringMatching(tooMany) });
  expect((await enter(bob.url, bob.owner, from)).cookie).not.toBe("");
});

test("a stranger who guesses closes the sign-in for their own network, and not for the person", async ({ ada }) => {
  const stranger = newNetwork();
  for (let attempt = 0; attempt < 15; attempt += 1) await guess(ada, at(stranger, attempt));
  expect((await enter(ada.url, ada.owner, at(stranger, 99))).said).toMatch(tooMany);
  expect((await enter(ada.url, ada.owner)).cookie).not.toBe("");
});

test("no e-mail that a stranger makes up counts for the account of another", async ({ ada }) => {
  const office = "203.0.113.200";
  const names = [`${ada.owner.email} ${office}`, `${office} ${ada.owner.email}`, ` ${ada.owner.email} ${office}`];
  for (let attempt = 0; attempt < 36; attempt += 1)
    await enter(ada.url, { email: names[attempt % names.length] ?? "", password: "a guess" }, at(newNetwork()));
  expect((await enter(ada.url, ada.owner, { "x-forwarded-for": office })).cookie).not.toBe("");
});

test("guesses from many networks are held up all together, but not where somebody signed in before", async ({ ada }) => {
  const office = at(newNetwork());
  expect((await enter(ada.url, ada.owner, office)).cookie).not.toBe("");
  const said = await Promise.all(Array.from({ length: 45 }, () => guess(ada, at(newNetwork()))));
  const compared = said.filter((one) => one.said === wrong).length;
  expect(compared).toBeLessThanOrEqual(30);
  expect(compared).toBeGreaterThanOrEqual(25);
  expect(said.filter((one) => tooMany.test(one.said ?? ""))).toHaveLength(45 - compared);
  expect((await enter(ada.url, ada.owner, at(newNetwork()))).said).toMatch(tooMany);
  expect((await enter(ada.url, ada.owner, office)).cookie).not.toBe("");
});

test("after sixty attempts from one address the next is refused there, and nowhere else", async ({ ada, server }) => {
  const from = { "x-forwarded-for": "198.51.100.8" };
  const someone = (index: number) => enter(server.url, { email: `guess${index}@example.com`, password: "a guess" }, from);
  await Promise.all(Array.from({ length: 60 }, (_, index) => someone(index)));
  expect((await enter(server.url, ada.owner, from)).said).toMatch(tooMany);
  expect((await enter(server.url, ada.owner, { "x-forwarded-for": "198.51.100.8, 198.51.100.9" })).cookie).not.toBe("");
  expect((await enter(server.url, ada.owner, { "x-forwarded-for": "198.51.100.9, 198.51.100.8" })).said).toMatch(tooMany);
});

test("all addresses of one IPv6 network count as one, and a network that is refused uses up nobody's attempts", async ({ ada, server }) => {
  const network = newNetwork();
  const someone = (index: number) => enter(server.url, { email: `${newId()}@example.com`, password: "a guess" }, at(network, index));
  await Promise.all(Array.from({ length: 60 }, (_, index) => someone(index)));
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await guess(ada, at(network, 100 + attempt))).said).toMatch(tooMany);
  expect((await enter(server.url, ada.owner)).cookie).not.toBe("");
});

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test("an unknown e-mail costs a password hash, too: the time of the answer does not tell whether there is an account", async ({ ada }) => {
  const took = async (email: string) => {
    const from = at(newNetwork());
    const began = performance.now();
    expect((await enter(ada.url, { email, password: "not this one" }, from)).said).toBe(wrong);
    return performance.now() - began;
  };
  // The first of them makes what is compared when there is no account.
  await took(`${newId()}@example.com`);
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 11; round += 1) {
    known.push(await took(ada.owner.email));
    unknown.push(await took(`${newId()}@example.com`));
  }
  // Without the hash it takes a fifth of the time, and less.
  expect(median(unknown)).toBeGreaterThan(median(known) * 0.6);
});
