import { bundle } from "@/components/channels/website/loader/bundle";
import { loaderScript } from "@/lib/http/pages/loader-script";

export const GET = loaderScript(bundle);
