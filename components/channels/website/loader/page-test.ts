import { type Heard, testInAddress } from "@/lib/channels/shared/page-test";

/** The parts of `trustedTypes` that are used: a page's policy may demand them. */
type Types = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string };
};

/**
 * An admin opened this page from the settings, to see whether the chat works here: then this tells the settings what happens. It is said by
 * a script from where this one came from, which the page's policy allows if it allows anything of ours.
 */
export function pageTest({ src, nonce }: HTMLScriptElement): ((is: Heard) => void) | undefined {
  const [, token] = new RegExp(`${testInAddress}=([\\w.-]+)`).exec(location.hash) ?? [];
  if (!token) return undefined;
  return (is) => {
    const url = `${src.split("?")[0]}?${testInAddress}=${token}&is=${is}`;
    const otherwise = () => void fetch(url, { mode: "no-cors", referrerPolicy: "origin" }).catch(() => {});
    try {
      const { trustedTypes } = window as { trustedTypes?: Types };
      const script = document.createElement("script");
      script.nonce = nonce;
      // So only the origin of the page is sent.
      script.referrerPolicy = "origin";
      script.onerror = otherwise;
      script.src = trustedTypes ? trustedTypes.createPolicy("beside", { createScriptURL: (text) => text }).createScriptURL(url) : url;
      document.head.append(script);
    } catch {
      otherwise();
    }
  };
}
