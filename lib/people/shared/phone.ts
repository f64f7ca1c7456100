type Phone = { ok: true; digits: string } | { ok: false; reason: string };

/** 7 to 15 digits with the country code, from what people write (contract §2). The reasons complete "phone …". */
export function parsePhone(text: string): Phone {
  const bare = text.replace(/[\s\-.()]/gu, "");
  const digits = bare.startsWith("+") ? bare.slice(1) : bare;
  if (digits === "") return { ok: false, reason: "must have 7 to 15 digits with the country code, such as +44 7911 123456." };
  if (digits.includes("+")) return { ok: false, reason: "must have one + at the start at most." };
  if (!/^[0-9]+$/.test(digits)) return { ok: false, reason: "must hold digits only, besides a leading +, spaces, -, ., ( and )." };
  if (digits.startsWith("0")) {
    return { ok: false, reason: "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456." };
  }
  if (digits.length < 7 || digits.length > 15) {
    return { ok: false, reason: `must have 7 to 15 digits with the country code; you sent ${digits.length}.` };
  }
  return { ok: true, digits };
}
