import { type Refusal, refusal } from "@/lib/kernel/errors";

type Phone = { ok: true; digits: string } | { ok: false; reason: Refusal };

/** 7 to 15 digits with the country code, from what people write (contract §2). The reasons complete "phone …". */
export function parsePhone(text: string): Phone {
  const bare = text.replace(/[\s\-.()]/gu, "");
  const digits = bare.startsWith("+") ? bare.slice(1) : bare;
  if (digits === "") return { ok: false, reason: refusal("phone") };
  if (digits.includes("+")) return { ok: false, reason: refusal("phonePlus") };
  if (!/^[0-9]+$/.test(digits)) return { ok: false, reason: refusal("phoneDigits") };
  if (digits.startsWith("0")) return { ok: false, reason: refusal("phoneCountry") };
  if (digits.length < 7 || digits.length > 15) return { ok: false, reason: refusal("phoneLength", { length: digits.length }) };
  return { ok: true, digits };
}
