/** Whether "mod" is the Command key. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
