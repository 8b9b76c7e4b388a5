/** What the load remembers: what was acknowledged, and for the rest what may be. */

export interface UnitTruth {
  title: string;
  /** Absent until its registration was acknowledged. */
  id?: number;
  /** Where it may be. One place where the last change was acknowledged or refused. */
  places: Set<'list' | 'bin'>;
  /** Told to be registered by the first try: that call and no other made it. */
  isFirstTry: boolean;
}

export interface KeyTruth {
  id: string;
  secret: string;
  states: Set<'valid' | 'revoked'>;
}

/** A value that is written again and again: the last acknowledged one, or one written after it. */
export interface ValueTruth<Value> {
  acknowledged: Value;
  possible: Set<Value>;
}

export interface Truth {
  uploads: { path: string; sha256: string }[];
  units: UnitTruth[];
  keys: KeyTruth[];
  /** Name of bot 1, and what bot 2 is granted. */
  botName: ValueTruth<string>;
  grant: ValueTruth<number>;
  /** Costs as reported to the calls. */
  charges: { requestId: string; bot: number; amount: number }[];
  /** Changes told to have been made, by the id of their call. */
  changes: { requestId: string; action: string; subject?: string }[];
  violations: string[];
}

export function createTruth(botName: string, grant: number): Truth {
  const valueOf = <Value>(value: Value): ValueTruth<Value> => ({
    acknowledged: value,
    possible: new Set([value]),
  });
  return {
    uploads: [],
    units: [],
    keys: [],
    botName: valueOf(botName),
    grant: valueOf(grant),
    charges: [],
    changes: [],
    violations: [],
  };
}
