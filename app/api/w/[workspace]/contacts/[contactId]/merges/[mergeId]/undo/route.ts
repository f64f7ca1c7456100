import * as directory from "@/lib/desk/directory";
import { undoContactMerge } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(undoContactMerge, ({ caller, params }) => directory.undoMerge(caller.workspace.id, params, caller.by));
