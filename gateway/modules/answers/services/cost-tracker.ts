/** Tokens that something cost; `estimated` unless a model server counted them. */
interface TokenCost {
  tokens: number;
  estimated: boolean;
}

/** What the parts of a call have cost so far: `rewriting` a question, the `answer`, and whatever else is asked of models. */
export interface CostTracker {
  /** Sets the cost of a part so far, in place of an earlier one. */
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
