import { serviceWorker } from "@/lib/http/service-worker";

export const GET = serviceWorker;
