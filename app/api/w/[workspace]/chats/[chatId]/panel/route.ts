import * as panel from "@/lib/desk/panel";
import { getPanel } from "@/lib/desk/panel/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPanel, ({ caller, params }) => panel.read(caller.workspace.id, params.chatId, caller.role), {
  isReadAhead: true,
});
