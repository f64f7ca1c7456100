import * as push from "@/lib/desk/notifications/push";
import { unsubscribeFromPush } from "@/lib/desk/notifications/push/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(unsubscribeFromPush, ({ caller, body }) =>
  push.unsubscribe(caller.workspace.id, { accountId: caller.account.id }, body.endpoint),
);
