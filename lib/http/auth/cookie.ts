import type { ApiRequest } from "@/lib/http/request";

/** Every value of the cookies with this name in a request. */
export function cookiesOf(request: ApiRequest, name: string): string[] {
  return (request.header("cookie") ?? "").split(";").flatMap((part) => {
    const [key, ...value] = part.trim().split("=");
    return key === name ? [value.join("=")] : [];
  });
}

/** The value of one cookie of a request. */
export const cookieOf = (request: ApiRequest, name: string): string | undefined => cookiesOf(request, name)[0];
