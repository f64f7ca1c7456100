import * as imports from "@/lib/data/imports";
import { startImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(startImport, ({ caller, params }) => imports.run(caller.workspace.id, caller.by, params.importId));
