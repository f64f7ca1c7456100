import { endpoint } from "@/lib/http/endpoint";
import { getHealth } from "@/lib/platform/health/contract";

export const GET = endpoint(getHealth, async () => ({ alive: true as const }));
