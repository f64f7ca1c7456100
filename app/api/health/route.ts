import { endpoint } from "@/lib/api/endpoint";
import { getHealth } from "@/lib/health/contract";

export const GET = endpoint(getHealth, async () => ({ alive: true as const }));
