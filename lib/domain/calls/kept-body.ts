/** The body of a call with another time of sending; everything else stays as it was, in its order. */
export const sentAgain = (body: string, sentAt: Date): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), sentAt: sentAt.toISOString() });
