import { checkWhatsApp } from "@/lib/channels/whatsapp/contract";
import * as whatsapp from "@/lib/channels/whatsapp/settings";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkWhatsApp, ({ caller }) => whatsapp.check(caller.workspace.id));
