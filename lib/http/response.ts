/** An answer, before a door writes it out. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** What a refusal says. */
  refused?: { code: string; message: string };
};

export const json = (status: number, headers: Record<string, string>, body: unknown): Reply => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  text: JSON.stringify(body),
});

/** Whether an answer of this status may have a body at all. */
export const hasBody = (status: number): boolean => status !== 304;

export const toResponse = ({ status, headers, text }: Reply): Response => new Response(hasBody(status) ? text : null, { status, headers });
