import { routesAt } from "@/lib/api/v1";

export const { GET, PUT, POST, PATCH, DELETE, OPTIONS } = routesAt("/api/v1/contacts/{userId}");
