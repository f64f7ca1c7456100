/** A message as a reply to it shows it. */
export type Quoted = { id: string; text: string };
