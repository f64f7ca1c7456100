import * as panel from "@/lib/domain/panel";
import { getPanel } from "@/lib/domain/panel/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPanel, ({ caller, params }) => panel.read(caller.workspace.id, params.chatId, caller.role), {
  isReadAhead: true,
});
