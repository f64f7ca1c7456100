import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { isolated } from "./embed";

/** A customer's website at an origin of its own, with the policy of a careful one: nonces, no inline styles, no HTML from text. */
export type Shop = { origin: string; page: (workspace: string, options?: PageOptions) => string; close: () => void };

/** Without a workspace the page has no chat. `calls` is JavaScript that runs before the loader; `lang` is the language of the page. */
type PageOptions = { calls?: string; lang?: string; path?: string; headers?: "isolated" | "unframed" };

const stub = "window.Beside = window.Beside || function () { (Beside.q = Beside.q || []).push(arguments); };";

const styles = `
  * { color: rgb(10, 60, 10); font-size: 17px; }
  button { background: rgb(200, 220, 200); padding: 30px; transform: rotate(1deg); }
  iframe { width: 10px; }
  div { display: inline; }`;

function html(beside: string, nonce: string, query: URLSearchParams): string {
  const { workspace = "", calls = "", lang = "en" } = Object.fromEntries(query);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<style nonce="${nonce}">${styles}</style>
<script nonce="${nonce}">window.globalsBefore = Object.keys(window); ${stub} ${calls}</script>
${workspace && `<script nonce="${nonce}" async src="${beside}/loader/${workspace}.js"></script>`}
</head>
<body><main><h1>Shop</h1><p>Fine goods.</p><button type="button">Buy</button></main></body>
</html>`;
}

export function startShop(beside: string): Promise<Shop> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/favicon")) return void response.writeHead(204).end();
    const nonce = randomUUID();
    const query = new URL(request.url ?? "/", "http://shop").searchParams;
    const frames = query.get("headers") === "unframed" ? "'none'" : beside;
    const policy = `default-src 'none'; img-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-src ${frames}; require-trusted-types-for 'script'; base-uri 'none'`;
    const more = query.get("headers") === "isolated" ? isolated : {};
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy, ...more });
    response.end(html(beside, nonce, query));
  });
  return new Promise((resolve) =>
    server.listen(0, () => {
      const address = server.address();
      // Another site than the tests' server, and not only another origin: the browser keeps their storage apart.
      const origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
      resolve({
        origin,
        page: (workspace, { path = "/", ...options } = {}) => `${origin}${path}?${new URLSearchParams({ workspace, ...options })}`,
        close() {
          server.closeAllConnections();
          server.close();
        },
      });
    }),
  );
}
