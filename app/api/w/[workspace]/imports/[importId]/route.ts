import * as imports from "@/lib/data/imports";
import { readImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(readImport, ({ caller, params }) => imports.get(caller.workspace.id, params.importId));
