import * as push from "@/lib/domain/notifications/push";
import { getPush, subscribeToPush } from "@/lib/domain/notifications/push/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPush, push.view);

export const PUT = endpoint(subscribeToPush, ({ caller, body }) =>
  push.subscribe(caller.workspace.id, { accountId: caller.account.id, sessionId: caller.sessionId }, body),
);
