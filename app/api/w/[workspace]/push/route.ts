import * as push from "@/lib/desk/notifications/push";
import { getPush, subscribeToPush } from "@/lib/desk/notifications/push/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPush, push.view);

export const PUT = endpoint(subscribeToPush, ({ caller, body }) =>
  push.subscribe(caller.workspace.id, { accountId: caller.account.id, sessionId: caller.sessionId }, body),
);
