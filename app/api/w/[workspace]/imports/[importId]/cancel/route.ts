import * as imports from "@/lib/data/imports";
import { stopImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(stopImport, ({ caller, params }) => imports.cancel(caller.workspace.id, caller.by, params.importId));
