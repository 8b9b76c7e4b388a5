/** Section 1: `<used>/<total>`, in tokens; a token is about 4 characters. */
export function createMeter(total = 50_000, start = 1234) {
  let used = start;
  return {
    reset: () => void (used = start),
    print: () => `${used}/${total}`,
    /** As the documented sample of a 401 shows it. */
    printUnused: () => `0/${total}`,
    /** Returns what these texts cost. */
    spend(...texts: string[]): number {
      const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
      used += tokens;
      return tokens;
    },
  };
}

export type Meter = ReturnType<typeof createMeter>;
