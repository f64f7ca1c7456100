const key = (site: string) => `frame ${site}`;

/** The sites that this browser was asked about before. Where storage is refused, it asks each time. */
export const allowedFrames = {
  has(site: string): boolean {
    try {
      return localStorage.getItem(key(site)) !== null;
    } catch {
      return false;
    }
  },

  add(site: string): void {
    try {
      localStorage.setItem(key(site), "allowed");
    } catch {
      // It asks again the next time.
    }
  },
};
