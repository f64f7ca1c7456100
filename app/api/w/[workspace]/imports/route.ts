import * as imports from "@/lib/data/imports";
import { importsOf, uploadImport } from "@/lib/data/imports/contract";
import { endpoint } from "@/lib/http/endpoint";
import { declaredBytes } from "@/lib/http/request";

export const GET = endpoint(importsOf, ({ caller, query }) => imports.list(caller.workspace.id, query));
export const POST = endpoint(uploadImport, ({ caller, query, request, pieces }) =>
  imports.create(caller.workspace.id, caller.by, { ...query, declared: declaredBytes(request), pieces }),
);
