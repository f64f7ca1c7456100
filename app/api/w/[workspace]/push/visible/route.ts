import * as push from "@/lib/desk/notifications/push";
import { announceVisible } from "@/lib/desk/notifications/push/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(announceVisible, ({ caller, body }) =>
  push.announce(caller.workspace.id, { accountId: caller.account.id, ...body }),
);
