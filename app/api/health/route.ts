import { endpoint } from "@/lib/http/endpoint";
import { getHealth } from "@/lib/platform/health/contract";
import { version } from "@/lib/platform/health/version";

export const GET = endpoint(getHealth, async () => ({ alive: true as const, version }));
