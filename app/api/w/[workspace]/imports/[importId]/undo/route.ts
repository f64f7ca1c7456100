import * as imports from "@/lib/data/imports";
import { revertImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(revertImport, ({ caller, params }) => imports.undo(caller.workspace.id, caller.by, params.importId));
