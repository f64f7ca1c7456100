import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcp, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { type ActionItem, type Desk, deskAt, newDesk } from "../../support/desk";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, signIn, type Team, test } from "../../support/fixtures";
import { startReceiver } from "../../support/receiver";
import { hasAllCases } from "../../support/runs";
import { type Running, startedFolder, startServer } from "../../support/server";
import { panelOf } from "../helpers";

const stopped = "Beside stopped while this was running. It may have happened: look before you press again.";

/** A customer's server that kills Beside at a chosen moment: at a connection, after the whole request, or after its own reply. */
type Killer = {
  origin: string;
  /** The deliveries whose whole request arrived. */
  deliveries: string[];
  arm: (moment: "connected" | "asked" | "replied" | "never", pid?: number, delayMs?: number) => void;
  close: () => void;
};

const originOf = (server: Server, scheme = "http") => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
const kill = (pid: number) => process.kill(pid, "SIGKILL");

async function startKiller(): Promise<Killer> {
  let armed = { moment: "never", pid: 0, delayMs: 0 };
  const deliveries: string[] = [];
  const strike = (moment: string, { pid, delayMs } = armed) => {
    if (armed.moment !== moment) return;
    armed = { moment: "never", pid: 0, delayMs: 0 };
    if (delayMs === 0) kill(pid);
    else setTimeout(() => kill(pid), delayMs);
  };
  const server = createServer((request, response: ServerResponse) => {
    request.resume().on("end", () => {
      deliveries.push(String(request.headers["x-service-delivery"]));
      strike("asked");
      response.on("finish", () => strike("replied")).end('{"message":"Refunded.","event":{"name":"Refund issued"}}');
    });
  });
  server.on("connection", () => strike("connected"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: originOf(server),
    deliveries,
    arm: (moment, pid = 0, delayMs = 0) => {
      armed = { moment, pid, delayMs };
    },
    close: () => server.closeAllConnections(),
  };
}

/** Accepts connections and never sends a byte, so that a TLS handshake with it stalls. */
async function startStalling(): Promise<{ origin: string; server: Server }> {
  const server = createTcp((socket) => void socket.on("error", () => socket.destroy()).resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: originOf(server, "https"), server };
}

type Setup = { team: Team; desk: Desk; dataDir: string; env: Record<string, string> };

async function restarted({ team, desk, dataDir, env }: Setup): Promise<{ server: Running; desk: Desk }> {
  const server = await startServer({ dataDir, env });
  const session = await signIn(server.url, team.workspace, team.owner);
  const receiver = { origin: "", calls: () => [], on: () => {}, close: () => {} };
  return { server, desk: deskAt(session, { ...desk, receiver, path: "" }) };
}

const outcomes = async (desk: Desk, chatId = desk.chatId) =>
  (await desk.items(chatId)).filter((item): item is ActionItem => item.kind === "action");
const isDead = (server: Running) => (): boolean => {
  try {
    return !process.kill(server.pid, 0);
  } catch {
    return true;
  }
};

test("leaves one outcome and sends nothing twice when the process is killed at any step of a press", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(240_000);
  const killer = await startKiller();
  const stalling = await startStalling();
  const receiver = await startReceiver();
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: [receiver.origin, killer.origin, stalling.origin].join(",") };
  const dataDir = startedFolder();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  let desk = await newDesk(team, receiver);

  type Step = {
    name: string;
    url: string;
    arm: (pid: number) => void;
    strike?: (press: Promise<unknown>) => Promise<unknown>;
    states: string[];
  };
  const after = (delayMs: number): Step => ({
    name: `${delayMs} ms after the reply was sent`,
    url: killer.origin,
    arm: (pid) => killer.arm("replied", pid, delayMs),
    states: ["unknown", "succeeded"],
  });
  const steps: Step[] = [
    {
      name: "before the row is committed",
      url: killer.origin,
      arm: () => {},
      strike: async () => kill(server.pid),
      states: ["none", "unknown"],
    },
    {
      name: "after the commit, before anything is sent",
      url: stalling.origin,
      arm: () => {},
      strike: async (press) => press.then(() => kill(server.pid)),
      states: ["unknown"],
    },
    { name: "while connecting", url: killer.origin, arm: (pid) => killer.arm("connected", pid), states: ["unknown"] },
    { name: "after the request was sent", url: killer.origin, arm: (pid) => killer.arm("asked", pid), states: ["unknown"] },
    ...(hasAllCases ? [0, 1, 2, 4, 8, 16, 32] : [0, 8]).map(after),
  ];
  for (const { name, url, arm, strike, states } of steps) {
    await desk.session.call("PUT", "/actions/address", { url });
    const [id, sent, pid] = [newId(), killer.deliveries.length, server.pid];
    const before = (await outcomes(desk)).length;
    arm(pid);
    const pressing = desk.press(id).catch(() => undefined);
    await strike?.(pressing);
    await pressing;
    await expect.poll(isDead(server), { message: name }).toBe(true);
    await server.kill();

    ({ server, desk } = await restarted({ team, desk, dataDir, env }));
    const found = (await outcomes(desk)).slice(before);
    expect(states, name).toContain(found[0]?.outcome.state ?? "none");
    expect(found.length, name).toBeLessThanOrEqual(1);
    for (const { outcome } of found) {
      expect(outcome, name).toMatchObject(
        outcome.state === "unknown" ? { callId: id, message: null, reason: stopped } : { callId: id, message: "Refunded." },
      );
    }
    expect((await panelOf(desk.session, desk.chatId)).running, name).toEqual([]);
    expect(
      killer.deliveries.slice(sent).filter((delivery) => delivery !== id),
      name,
    ).toEqual([]);
    expect(killer.deliveries.length - sent, name).toBeLessThanOrEqual(1);
    killer.arm("never");
  }
  // No process sent a delivery of an earlier step again.
  expect(new Set(killer.deliveries).size).toBe(killer.deliveries.length);
  expect(await server.stop()).toBe(0);
  for (const one of [killer, receiver, stalling.server]) one.close();
});

const rounds = hasAllCases ? 8 : 4;

test("sends each press at most once and ends each call in one outcome, whenever a process is killed", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(200_000);
  const receiver = await startReceiver();
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const dataDir = startedFolder();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  const path = `/${team.workspace}`;
  let desk = await newDesk(team, receiver);
  receiver.on(path, async () => {
    await pause(Math.random() * 40);
    return Math.random() < 0.2 ? { status: 500 } : { body: { message: "Refunded.", event: { name: "Refund issued" } } };
  });
  const chats = [desk.chatId];
  for (const phone of ["447911000011", "447911000012"]) chats.push((await team.sendMessage({ channel: "whatsapp", phone })).chatId);

  const acknowledged = new Set<string>();
  const sent = () => receiver.calls(path).length;
  for (let round = 0; round < rounds; round += 1) {
    const sentBefore = sent();
    const pressing = chats.map(async (chat) => {
      const id = newId();
      const reply = await desk.session.call("POST", `/chats/${chat}/actions`, { id, buttonId: desk.buttonId }).catch(() => undefined);
      if (reply?.status === 202) acknowledged.add(id);
    });
    // A quarter of the kills come around the first response, a quarter around the first call, and the others at any time.
    if (round % 4 === 0) await Promise.race(pressing);
    if (round % 4 === 2) await expect.poll(sent, { intervals: [5] }).toBeGreaterThan(sentBefore);
    await pause(Math.random() * (round % 2 === 0 ? 80 : 500));
    await server.kill();
    await Promise.all(pressing);
    ({ server, desk } = await restarted({ team, desk, dataDir, env }));
    for (const chat of chats) expect((await panelOf(desk.session, chat)).running).toEqual([]);
  }

  const seen = (await Promise.all(chats.map((chat) => outcomes(desk, chat)))).flat().map(({ outcome }) => outcome.callId);
  expect(await server.stop()).toBe(0);
  const rows = (await dumpOf(dataDir)).get("action_call") ?? [];
  const deliveries = receiver.calls(path).map(({ headers }) => String(headers["x-service-delivery"]));
  receiver.close();
  expect(new Set(deliveries).size).toBe(deliveries.length);
  expect(deliveries.length).toBeGreaterThan(0);
  expect(rows.map(({ state }) => state).filter((state) => !["delivered", "refused", "failed", "unknown"].includes(String(state)))).toEqual(
    [],
  );
  // Each acknowledged press and each delivery has a row, and each row has exactly one outcome in the chat.
  const calls = rows.map(({ id }) => String(id));
  expect([...acknowledged, ...deliveries].filter((id) => !calls.includes(id))).toEqual([]);
  expect(seen.sort()).toEqual(calls.sort());
});
