import * as push from "@/lib/domain/notifications/push";
import { unsubscribeFromPush } from "@/lib/domain/notifications/push/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(unsubscribeFromPush, ({ caller, body }) =>
  push.unsubscribe(caller.workspace.id, { accountId: caller.account.id }, body.endpoint),
);
