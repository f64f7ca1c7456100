import { getWhatsApp, removeWhatsApp, saveWhatsApp } from "@/lib/channels/whatsapp/contract";
import * as whatsapp from "@/lib/channels/whatsapp/settings";
import { ownOrigin } from "@/lib/http/auth/own-origin";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getWhatsApp, ({ caller, request }) => whatsapp.view(caller.workspace, ownOrigin(request)));
export const PUT = endpoint(saveWhatsApp, ({ caller, body, request }) =>
  whatsapp.save(caller.workspace, body, { by: caller.by, host: ownOrigin(request) }),
);
export const DELETE = endpoint(removeWhatsApp, ({ caller }) => whatsapp.disconnect(caller.workspace.id, caller.by));
