import { handle } from "@/lib/http/v1";

/** Everything else under /api/v1: refused as JSON, never as a page. */
const other = (request: Request) => handle(request);

export { other as DELETE, other as GET, other as OPTIONS, other as PATCH, other as POST, other as PUT };
