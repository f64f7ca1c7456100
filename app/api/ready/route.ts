import { endpoint } from "@/lib/http/endpoint";
import * as health from "@/lib/platform/health";
import { getReady } from "@/lib/platform/health/contract";

export const GET = endpoint(getReady, () => health.ready());
