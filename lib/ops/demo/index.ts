import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { saveAddress } from "@/lib/actions/receivers/address";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import * as accounts from "@/lib/workspace/accounts";
import { newPassword } from "@/lib/workspace/accounts/password";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as keys from "@/lib/workspace/keys";
import * as invitations from "@/lib/workspace/members/invitations";
import { accept } from "@/lib/workspace/members/invitations/accept";
import * as secrets from "@/lib/workspace/secrets";
import { seed } from "./seed";
import { findOrCreateWorkspace, publishWorkspace } from "./workspace";

type SignIn = { email: string; password: string };
type Demo = { url: string; apiKey: string; workspace: string; admin: SignIn; agent: SignIn; receiver: { url: string; secret: string } };

const slug = "demo";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The text that server.mjs prints, and the secrets with which the demo's receiver checks signatures. */
    demo: { welcome: string; signingSecrets: () => Promise<string[]> };
  }
}

/** Creates the demo workspace, or continues with the one in the folder, and prints how to sign in. */
export async function start(): Promise<void> {
  const { DATA_DIR, PORT } = env();
  const file = join(DATA_DIR, "demo.json");
  const url = `http://localhost:${PORT}`;
  const origin = process.env["DEMO_RECEIVER"];
  const receiver = origin ? `${origin}/actions` : "";
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Demo) : undefined;
  const found = await db().workspace.findUnique({ where: { slug }, select: { id: true, actionsUrl: true } });

  const id = found?.id ?? (await findOrCreateWorkspace());
  await fill(id);
  const credentials = before && found ? before : await signIns(id);
  // Also for a folder from before `passwordBy` was stored: these passwords are printed to be used.
  await db().account.updateMany({
    where: { email: { in: [credentials.admin.email, credentials.agent.email] } },
    data: { passwordBy: "self" },
  });
  // Only the demo's own address is updated with the demo's port: one that an admin entered stays.
  const isOurs = !found?.actionsUrl || (before !== undefined && found.actionsUrl === before.receiver.url);
  if (isOurs && receiver) await saveAddress(id, commandLine, receiver);
  // The demo's own receiver uses it. It is not shown to anybody, so no revealing is recorded in the audit log.
  const [secret = ""] = await secrets.forSigning(id);
  const demo: Demo = { ...credentials, url, workspace: slug, receiver: { url: receiver, secret } };
  // In one step: an incomplete file would prevent every later start.
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  if (!found) await publishWorkspace(id, slug);
  runtime.demo = { welcome: welcome(demo), signingSecrets: () => secrets.forSigning(id) };
}

/** Adds the contents of the workspace besides its owner. */
async function fill(workspaceId: string): Promise<void> {
  const tom = { name: "Tom Ray", email: "tom@demo.example" };
  const isMember = await db().member.count({ where: { workspaceId, account: { email: tom.email } } });
  if (isMember === 0 && (await db().account.count({ where: { email: tom.email } })) === 0) {
    const { token } = await invitations.make(workspaceId, { ...commandLine, role: "owner" }, { email: tom.email, role: "agent" });
    await accept({ token, name: tom.name, password: newPassword() }, undefined);
  }
  if ((await db().chat.count({ where: { workspaceId } })) === 0) await seed(workspaceId);
  // It shows what it looks like afterwards.
  await db().workspace.updateMany({ where: { id: workspaceId, firstRunPutAwayAt: null }, data: { firstRunPutAwayAt: currentTime() } });
}

/** New passwords and a new key when demo.json is lost: only their hashes are stored. */
async function signIns(workspaceId: string): Promise<Pick<Demo, "admin" | "agent" | "apiKey">> {
  const fresh = async (email: string): Promise<SignIn> => {
    const account = await db().account.findUniqueOrThrow({ where: { email }, select: { id: true } });
    const password = newPassword();
    await accounts.setPassword(account.id, commandLine, password);
    return { email, password };
  };
  const { secret } = await keys.create(workspaceId, commandLine, { name: "Demo" });
  return { admin: await fresh("mia@demo.example"), agent: await fresh("tom@demo.example"), apiKey: secret };
}

const welcome = ({ url, apiKey, admin, agent, receiver }: Demo): string => `
  Open     ${url}
  Admin    ${admin.email}   ${admin.password}
  Agent    ${agent.email}   ${agent.password}
  API key  ${apiKey}
  Play the customers' side of the chats: ${url}/simulator
${receiver.url ? `  The buttons call the demo's own receiver: ${receiver.url}\n` : ""}
  Tell Beside what just happened to Ada. It appears in red beside her chat:

curl -sS -X POST ${url}/api/v1/events \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"event":"Payment failed","userId":"user_8841","properties":{"amount":"59.90 EUR","reference":"INV-2041"}}' -w '\\n'

  Tell it who somebody is, and read it back:

curl -sS -X PUT ${url}/api/v1/contacts/user_8841 \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"attributes":{"plan":"business","seats":25}}' -w '\\n'

curl -sS ${url}/api/v1/contacts/user_8841 -H 'Authorization: Bearer ${apiKey}' -w '\\n'

`;
