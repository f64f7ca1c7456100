import * as directory from "@/lib/desk/directory";
import { setContactHandled } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setContactHandled, ({ caller, params, body }) =>
  directory.handle(caller.workspace.id, params.contactId, {
    problemId: params.problemId,
    agent: caller.account,
    handled: body.handled,
  }),
);
