import { test as base } from "@playwright/test";
import { PrismaPg } from "@prisma/adapter-pg";
import { encode } from "next-auth/jwt";
import { closeStreams } from "@/lib/http/streams/event-stream";
import { stream } from "@/lib/http/streams/stream";
import { newId } from "@/lib/kernel/ids";
import { PrismaClient } from "@/lib/platform/db/client/client";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { emptiedDatabase } from "./emptied";

export type Desk = {
  workspaceId: string;
  accountId: string;
  sessionId: string;
  client: PrismaClient;
  cookie: string;
  openStream: () => Promise<Response>;
  /** Lets every statement wait until the returned function is called. */
  holdDatabase: () => Promise<() => void>;
  waitingStatements: () => number;
  /** How many statements, or transactions, have begun. */
  statements: () => number;
};

const secrets = { SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };

/** A workspace with one member, who is signed in, on a database in memory. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ playwright: _ }, use) => {
    const embedded = await emptiedDatabase();
    await migrateEmbedded(embedded);
    const { pool } = embedded;
    const client = new PrismaClient({ adapter: new PrismaPg(pool) });
    runtime.database = { client, pool, embedded: undefined, holder: undefined };
    runtime.env = { ...variablesOf({ LOG_LEVEL: "warn" }), ...secrets };
    const [workspaceId, accountId, sessionId, now] = [newId(), newId(), newId(), new Date()];
    await client.workspace.create({ data: { id: workspaceId, slug: "acme", name: "Acme", plan: "pro", createdAt: now } });
    const account = { id: accountId, email: "ada@example.com", name: "Ada", passwordHash: "", passwordBy: "self", createdAt: now } as const;
    await client.account.create({ data: account });
    await client.member.create({ data: { workspaceId, accountId, role: "agent", createdAt: now } });
    const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
    await client.session.create({ data: { id: sessionId, accountId, epoch: 0, agent: "Firefox", network: "", ...times } });
    const cookie = `beside.session=${await encode({ token: { sid: sessionId }, secret: secrets.NEXTAUTH_SECRET })}`;
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    pool.on("acquire", count);
    await use({
      workspaceId,
      accountId,
      sessionId,
      client,
      cookie,
      openStream: () => stream(new Request("http://localhost/api/w/acme/stream", { headers: { cookie } })),
      holdDatabase: async () => {
        const held = await pool.connect();
        return () => held.release();
      },
      waitingStatements: () => pool.waiting,
      statements: () => statements,
    });
    pool.off("acquire", count);
    closeStreams();
    await client.$disconnect();
    delete runtime.database;
    delete runtime.env;
  },
});
