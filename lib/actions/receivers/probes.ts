import { sign } from "@/lib/actions/calls/signature";
import type { Probe } from "./contract";

export type Sent = { headers: Record<string, string>; body: Buffer };

type ProbeContext = {
  now: Date;
  /** The secrets that sign presses now, the newest first. */
  secrets: readonly [string, ...string[]];
  /** A secret that the receiver cannot know. */
  stranger: string;
  /** The body of a press that is sent at this time. */
  bodyAt: (sentAt: Date) => string;
};

const beyondToleranceMs = 6 * 60_000;

/** The calls of each probe. Each is valid except for the one thing under test, so that a finding has one cause. */
const calls: Record<Probe, (world: ProbeContext) => Sent[]> = {
  good: (world) => [signedAt(world, 0)],
  two_signatures: ({ secrets: [current], stranger, ...world }) => [
    signedAt({ ...world, stranger, secrets: [current, stranger] }, 0),
    signedAt({ ...world, stranger, secrets: [stranger, current] }, 0),
  ],
  wrong_signature: (world) => [signedAt({ ...world, secrets: [world.stranger] }, 0)],
  old: (world) => [signedAt(world, -beyondToleranceMs)],
  ahead: (world) => [signedAt(world, beyondToleranceMs)],
  changed: (world) => {
    const good = signedAt(world, 0);
    return [
      { ...good, body: respaced(good.body) },
      { ...good, body: relabelled(good.body) },
    ];
  },
  unsigned: (world) => {
    const { headers, body } = signedAt(world, 0);
    const { "X-Service-Signature": _, ...rest } = headers;
    return [{ headers: rest, body }];
  },
};

export const callsOf = (probe: Probe, world: ProbeContext): Sent[] => calls[probe](world);

function signedAt({ now, secrets, bodyAt }: ProbeContext, offsetMs: number): Sent {
  const sentAt = new Date(now.getTime() + offsetMs);
  const body = Buffer.from(bodyAt(sentAt));
  return { headers: sign(secrets, Math.floor(sentAt.getTime() / 1000), body), body };
}

/** The same JSON in different bytes: a receiver that verifies re-serialized JSON would accept it. */
const respaced = (body: Buffer): Buffer => Buffer.from(body.toString().replace("{", "{ "));

/** Changes a value. */
const relabelled = (body: Buffer): Buffer => Buffer.from(body.toString().replace('"label":"Ping"', '"label":"Pong"'));
