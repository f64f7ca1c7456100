import { routesAt } from "@/lib/http/v1";

export const { GET, PUT, POST, PATCH, DELETE, OPTIONS } = routesAt("/api/v1/me");
