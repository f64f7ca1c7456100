import * as erasure from "@/lib/data/erasure";
import { erasePerson, getErasable } from "@/lib/data/erasure/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getErasable, ({ caller, params }) => erasure.read(caller.workspace.id, params.personId));
export const DELETE = endpoint(erasePerson, ({ caller, params, body }) =>
  erasure.erase(caller.workspace.id, params.personId, { by: caller.by, ...body }),
);
