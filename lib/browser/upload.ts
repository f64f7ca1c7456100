import { addressOf } from "@/lib/kernel/address";
import type { Contract, EndpointOf, ReplyOf, SentOf } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { browserTranslations } from "./browser-translations";
import { refusalOf } from "./call";

const withinMs = 120_000;

type Uploaded<C extends Contract> = Pick<SentOf<C>, ("params" | "query") & keyof SentOf<C>> & {
  file: File;
  /** From 0 to 1; the response follows after 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file to an endpoint that takes one. `fetch` would not say how far it is.
 * @throws AppError with the server's message, or `unavailable` without a response.
 */
export function upload<C extends Contract>(
  endpoint: EndpointOf<C>,
  { file, onProgress, signal, ...parts }: Uploaded<C>,
): Promise<ReplyOf<C>> {
  const t = browserTranslations("client");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new AppError("unavailable", t("notUploaded")));
    request.open(endpoint.method, addressOf(endpoint.path, parts));
    request.responseType = "json";
    request.timeout = withinMs;
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name.toWellFormed().slice(-255) || "file"));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply: unknown = request.response;
      if (request.status >= 200 && request.status < 300 && reply !== null) resolve(reply as ReplyOf<C>);
      else reject(refusalOf(reply));
    };
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
