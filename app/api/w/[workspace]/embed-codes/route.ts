import * as helpdesks from "@/lib/domain/helpdesks";
import { createEmbedCode } from "@/lib/domain/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(createEmbedCode, ({ caller, body }) =>
  helpdesks.createCode(caller.workspace.id, { sessionId: caller.sessionId, origin: body.origin }),
);
