/** A response, before Next or node:http writes it. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The code and message of an error. */
  refused?: { code: string; message: string };
};

export const json = (status: number, headers: Record<string, string>, body: unknown): Reply => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  text: JSON.stringify(body),
});

/** Whether a response with this status may have a body. */
export const hasBody = (status: number): boolean => status !== 304;

export const toResponse = ({ status, headers, text }: Reply): Response => new Response(hasBody(status) ? text : null, { status, headers });
