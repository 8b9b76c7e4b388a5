/** A cost in tokens; `estimated` unless a model server counted the tokens. */
interface TokenCost {
  tokens: number;
  estimated: boolean;
}

/** The costs of a call so far, by part: `rewriting`, `answer`, and other work of models. */
export interface CostTracker {
  /** Sets the cost of a part, replacing an earlier value. */
  set(part: string, spent: TokenCost): void;
  total(): TokenCost;
}

/** Calls `onChange` with each new total, so that a client that disconnects pays for the work done. */
export function createCostTracker(onChange: (total: TokenCost) => void = () => {}): CostTracker {
  const parts = new Map<string, TokenCost>();
  const total = (): TokenCost => {
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
