import { handle, v1 } from "@/lib/http/v1";

export const POST = v1.recordEvent;

const other = (request: Request) => handle(request);

export { other as DELETE, other as GET, other as OPTIONS, other as PATCH, other as PUT };
