import { handle, v1 } from "@/lib/http/v1";

export const GET = v1.openapi;

const other = (request: Request) => handle(request);

export { other as DELETE, other as OPTIONS, other as PATCH, other as POST, other as PUT };
