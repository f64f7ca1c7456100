import { bundle } from "@/components/widget/loader/bundle";
import { loaderScript } from "@/lib/http/loader-script";

export const GET = loaderScript(bundle);
