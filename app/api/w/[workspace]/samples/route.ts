import * as samples from "@/lib/data/samples";
import { addSamples, removeSamples } from "@/lib/data/samples/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(addSamples, ({ caller }) => samples.add(caller.workspace.id, caller.account));
export const DELETE = endpoint(removeSamples, ({ caller }) => samples.remove(caller.workspace.id, caller.by));
