/** Tokens that something cost; `estimated` unless a model server counted them. */
export interface Spent {
  tokens: number;
  estimated: boolean;
}

/** What the parts of a call have cost so far: `rewriting` a question, the `answer`, and whatever else is asked of models. */
export interface Bill {
  /** Says what a part costs by now, in place of what was said of it before. */
  set(part: string, spent: Spent): void;
  total(): Spent;
}

/** Tells `onChange` of each new total, so that whoever leaves in between pays for what was done. */
export function createBill(onChange: (total: Spent) => void = () => {}): Bill {
  const parts = new Map<string, Spent>();
  const total = (): Spent => {
    const all = [...parts.values()];
    return {
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
      estimated: all.some(({ estimated }) => estimated),
    };
  };
  return {
    set(part, spent) {
      parts.set(part, spent);
      onChange(total());
    },
    total,
  };
}
