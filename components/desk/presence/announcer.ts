import type { Presence } from "@/lib/chats/contract";

/** What the server tells the others stays true a little longer than this. */
const repeatMs = 20_000;
const typingRepeatMs = 5_000;
/** An agent who pauses longer than this is looking, and no longer replying. */
const typingEndsMs = 10_000;

export type Announcer = ReturnType<typeof announcer>;

/** Says what this agent does in one chat, often enough for the others to see it, and no more. */
export function announcer(send: (state: Presence) => void) {
  let state: Exclude<Presence, "left"> = "looking";
  let saidAt = Number.NEGATIVE_INFINITY;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isHere = false;

  function say(next: typeof state) {
    clearInterval(heartbeat);
    isHere = true;
    state = next;
    saidAt = Date.now();
    send(state);
    heartbeat = setInterval(() => send(state), repeatMs);
  }

  function endTyping() {
    clearTimeout(pause);
    if (state === "replying") say("looking");
  }

  return {
    /** Says that the agent is there, also again: for somebody who may not have heard it. */
    look() {
      say(state);
    },
    /** For somebody who came later. */
    repeat() {
      if (isHere) send(state);
    },
    type() {
      clearTimeout(pause);
      pause = setTimeout(endTyping, typingEndsMs);
      if (state === "looking" || Date.now() - saidAt >= typingRepeatMs) say("replying");
    },
    endTyping,
    end() {
      if (!isHere) return;
      clearInterval(heartbeat);
      clearTimeout(pause);
      isHere = false;
      state = "looking";
      send("left");
    },
  };
}
