import * as notifications from "@/lib/desk/notifications";
import { listNotifications } from "@/lib/desk/notifications/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listNotifications, ({ caller, query }) =>
  notifications.list(caller.workspace.id, { accountId: caller.account.id, ...query }),
);
