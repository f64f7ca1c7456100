import * as helpdesks from "@/lib/desk/helpdesks";
import { createEmbedCode } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(createEmbedCode, ({ caller, body }) =>
  helpdesks.createCode(caller.workspace.id, { sessionId: caller.sessionId, origin: body.origin }),
);
