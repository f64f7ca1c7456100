import { endpoint } from "@/lib/api/endpoint";
import * as health from "@/lib/health";
import { getReady } from "@/lib/health/contract";

export const GET = endpoint(getReady, () => health.ready());
