import { metrics } from "@/lib/api/metrics";

export const GET = metrics;
