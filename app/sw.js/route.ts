import { serviceWorker } from "@/lib/http/pages/service-worker";

export const GET = serviceWorker;
