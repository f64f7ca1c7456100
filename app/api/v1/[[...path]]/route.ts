import { routesAt } from "@/lib/http/v1";

/** Unknown paths under /api/v1 get a JSON error, never a page. */
export const { GET, PUT, POST, PATCH, DELETE, OPTIONS } = routesAt("/api/v1/{path}");
