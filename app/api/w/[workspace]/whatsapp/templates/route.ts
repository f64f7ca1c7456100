import { listTemplates } from "@/lib/channels/whatsapp/contract";
import * as templates from "@/lib/channels/whatsapp/templates";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listTemplates, ({ caller }) => templates.list(caller.workspace.id));
