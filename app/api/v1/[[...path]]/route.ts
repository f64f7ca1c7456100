import { routesAt } from "@/lib/http/v1";

/** Everything else under /api/v1: refused as JSON, never as a page. */
export const { GET, PUT, POST, PATCH, DELETE, OPTIONS } = routesAt("/api/v1/{path}");
