import { listTemplates } from "@/lib/domain/channels/whatsapp/contract";
import * as templates from "@/lib/domain/channels/whatsapp/templates";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listTemplates, ({ caller }) => templates.list(caller.workspace.id));
