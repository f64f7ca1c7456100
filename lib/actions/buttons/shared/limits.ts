export const maxInputs = 5;
/** Limit for what an agent types into one input. */
export const maxCharacters = 1_000;
export const maxCooldownSeconds = 86_400;
export const maxProblemEvents = 20;
