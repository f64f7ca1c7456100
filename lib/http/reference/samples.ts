/** A call as an example: the path below `/api/v1` with its values filled in. A body that is a text is a file. */
export type ExampleCall = { method: string; path: string; headers: Record<string, string>; body: unknown };
export type Sample = { language: string; name: string; code: string };

const bodyOf = (body: unknown, indent = 2) => (typeof body === "string" ? body : JSON.stringify(body, null, indent));
const isFile = (body: unknown) => typeof body === "string";
const typeOf = (body: unknown) => (isFile(body) ? "text/csv" : "application/json");
/** A text in single quotes for a shell, PHP and Ruby know the same escape of a backslash. */
const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const single = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

function curl(origin: string, { method, path, headers, body }: ExampleCall): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${origin}/api/v1${path}"`,
    `-H "Authorization: Bearer $BESIDE_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: ${typeOf(body)}"`, `${isFile(body) ? "--data-binary" : "-d"} ${shell(bodyOf(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

function node(origin: string, { method, path, headers, body }: ExampleCall): string {
  const more = Object.entries(headers).map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const type = body === undefined ? "" : `\n    "Content-Type": "${typeOf(body)}",`;
  const json = isFile(body) ? JSON.stringify(body) : `JSON.stringify(${bodyOf(body)?.replaceAll("\n", "\n  ")})`;
  const sent = body === undefined ? "" : `\n  body: ${json},`;
  return `const response = await fetch("${origin}/api/v1${path}", {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.BESIDE_KEY}\`,${more.join("")}${type}
  },${sent}
});
console.log(response.status, await response.json());`;
}

function python(origin: string, { method, path, headers, body }: ExampleCall): string {
  const more = Object.entries(headers).map(([name, value]) => `\n        ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  const sent = body === undefined ? "" : `\n    data=${isFile(body) ? "body" : "json.dumps(body)"}.encode(),`;
  const type = body === undefined ? "" : `\n        "Content-Type": "${typeOf(body)}",`;
  const given = body === undefined ? "" : `body = ${isFile(body) ? `r'''${body}'''` : `json.loads(r'''${bodyOf(body)}''')`}\n`;
  return `import json, os, urllib.request

${given}request = urllib.request.Request(
    "${origin}/api/v1${path}",
    method="${method}",${sent}
    headers={
        "Authorization": f"Bearer {os.environ['BESIDE_KEY']}",${more.join("")}${type}
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`;
}

function php(origin: string, { method, path, headers, body }: ExampleCall): string {
  const lines = [
    "'Authorization: Bearer ' . getenv('BESIDE_KEY')",
    ...Object.entries(headers).map(([name, value]) => single(`${name}: ${value}`)),
    ...(body === undefined ? [] : [`'Content-Type: ${typeOf(body)}'`]),
  ];
  const sent = body === undefined ? "" : `\n    'content' => ${single(bodyOf(body))},`;
  return `<?php
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => [
${lines.map((line) => `        ${line},`).join("\n")}
    ],${sent}
    'ignore_errors' => true,
]]);
$answer = file_get_contents('${origin}/api/v1${path}', false, $context);
echo $http_response_header[0], "\\n", $answer, "\\n";`;
}

function ruby(origin: string, { method, path, headers, body }: ExampleCall): string {
  const more = Object.entries(headers).map(([name, value]) => `\nrequest[${single(name)}] = ${single(value)}`);
  const sent = body === undefined ? "" : `\nrequest['Content-Type'] = '${typeOf(body)}'\nrequest.body = ${single(bodyOf(body))}`;
  const kind = method.charAt(0) + method.slice(1).toLowerCase();
  return `require 'net/http'

uri = URI('${origin}/api/v1${path}')
request = Net::HTTP::${kind}.new(uri)
request['Authorization'] = "Bearer #{ENV.fetch('BESIDE_KEY')}"${more.join("")}${sent}
response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
puts response.code, response.body`;
}

function go(origin: string, { method, path, headers, body }: ExampleCall): string {
  const more = Object.entries(headers).map(([name, value]) => `\n\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  const type = body === undefined ? "" : `\n\trequest.Header.Set("Content-Type", "${typeOf(body)}")`;
  const given = body === undefined ? "nil" : `strings.NewReader(\`${bodyOf(body)}\`)`;
  return `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"${body === undefined ? "" : '\n\t"strings"'}
)

func main() {
	request, err := http.NewRequest("${method}", "${origin}/api/v1${path}", ${given})
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("BESIDE_KEY"))${more.join("")}${type}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode, string(answer))
}`;
}

const languages = {
  sh: ["curl", curl],
  js: ["Node", node],
  python: ["Python", python],
  php: ["PHP", php],
  ruby: ["Ruby", ruby],
  go: ["Go", go],
} as const;

/** The same call in six languages. The key comes from the variable BESIDE_KEY; tests run each of them against the product. */
export const samplesOf = (origin: string, call: ExampleCall): Sample[] =>
  Object.entries(languages).map(([language, [name, write]]) => ({ language, name, code: write(origin, call) }));
