import { readPageTest, startPageTest } from "@/lib/channels/website/contract";
import * as pageTest from "@/lib/channels/website/page-test";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(readPageTest, ({ caller }) => pageTest.read(caller.workspace.id));

export const POST = endpoint(startPageTest, ({ caller, body }) => pageTest.begin(caller.workspace, body.url));
