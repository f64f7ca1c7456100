/** The script of the reference. Pages work without it: it adds copying, the language of samples, results while typing, and the call. */

const sampleKey = "beside.sample";

function all<E extends HTMLElement>(selector: string, within: ParentNode = document): E[] {
  return [...within.querySelectorAll<E>(selector)];
}

/** A browser may refuse to store anything. */
function stored(value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(sampleKey, value);
    return localStorage.getItem(sampleKey);
  } catch {
    return null;
  }
}

function rememberLanguage(): void {
  const samples = all<HTMLDetailsElement>("details.sample");
  const open = (language: string) => {
    for (const sample of samples) if (sample.dataset["sample"] === language && !sample.open) sample.open = true;
  };
  const before = stored();
  if (before) open(before);
  for (const sample of samples) {
    sample.querySelector("summary")?.addEventListener("click", () => {
      const language = sample.dataset["sample"] ?? "";
      if (sample.open) return;
      stored(language);
      const top = sample.getBoundingClientRect().top;
      // The browser opens the chosen one itself; the others must not move the page.
      setTimeout(() => {
        open(language);
        scrollBy({ top: sample.getBoundingClientRect().top - top, behavior: "instant" });
      });
    });
  }
}

function addCopying(): void {
  const { copy = "", copied = "" } = document.body.dataset;
  for (const block of all("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent ?? "").catch(() => getSelection()?.selectAllChildren(block));
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, 2_000);
    });
    const around = document.createElement("div");
    around.className = "pre";
    block.replaceWith(around);
    around.append(block, button);
  }
}

const filled = (form: HTMLFormElement, kind: string): [name: string, value: string][] =>
  all<HTMLInputElement>(`[data-${kind}]`, form).flatMap((input) => (input.value === "" ? [] : [[input.dataset[kind] ?? "", input.value]]));

/** The call of a form. The key is read where it was typed and kept nowhere else. */
function requestOf(form: HTMLFormElement): Request {
  const { method = "GET", path = "" } = form.dataset;
  const values = new Map(filled(form, "path"));
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const query = new URLSearchParams(filled(form, "query")).toString();
  const headers = new Headers(filled(form, "header"));
  headers.set("authorization", `Bearer ${form.querySelector<HTMLInputElement>("[data-key]")?.value ?? ""}`);
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]")?.value;
  if (body !== undefined) headers.set("content-type", "application/json");
  return new Request(`/api/v1${target}${query && `?${query}`}`, {
    method,
    headers,
    credentials: "omit",
    ...(body === undefined ? {} : { body }),
  });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector("output");
  if (!output) return;
  output.textContent = form.dataset["sending"] ?? "";
  try {
    const response = await fetch(requestOf(form));
    const shown = document.createElement("pre");
    shown.tabIndex = 0;
    const ignored = response.headers.get("x-ignored-fields");
    shown.textContent = `${response.status}${ignored ? `\nX-Ignored-Fields: ${ignored}` : ""}\n${pretty(await response.text())}`;
    output.replaceChildren(shown);
  } catch {
    output.textContent = form.dataset["failed"] ?? "";
  }
}

function offerCalls(): void {
  for (const form of all<HTMLFormElement>("form[data-try]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form);
    });
    const own = form.querySelector<HTMLInputElement>("[data-key]");
    // One key for all calls of the page.
    own?.addEventListener("change", () => {
      for (const other of all<HTMLInputElement>("[data-key]")) other.value = own.value;
    });
  }
  for (const part of all("details.try")) part.hidden = false;
}

function searchWhileTyping(): void {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  const main = document.querySelector("main");
  if (!field || !main) return;
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.select();
  });
  if (location.pathname !== "/docs/search") return;
  let latest = 0;
  field.addEventListener("input", async () => {
    latest += 1;
    const mine = latest;
    const address = `/docs/search?q=${encodeURIComponent(field.value)}`;
    const reply = await fetch(address).catch(() => undefined);
    if (!reply?.ok) return;
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("#found");
    if (!fresh || mine !== latest) return;
    document.querySelector("#found")?.replaceWith(document.adoptNode(fresh));
    history.replaceState(null, "", address);
  });
}

rememberLanguage();
addCopying();
offerCalls();
searchWhileTyping();
