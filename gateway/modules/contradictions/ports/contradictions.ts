import type { ContradictionState } from '#contract/contradictions.ts';
import type { FoundContradiction, StoredContradiction } from '#gateway/modules/contradictions/model.ts';

/** Contradictions of each bot, as its knowledge was compared last. */
export interface ContradictionStore {
  /** The bot among these whose knowledge changed since it was compared and may be compared now, with its state. */
  due(botIds: readonly number[], now: Date): Promise<{ botId: number; number: number } | undefined>;
  /**
   * Puts what was found in place of the open ones. A dismissed one stays dismissed while both statements are worded the
   * same. Returns how many are open; 0 for a bot that is gone.
   */
  replace(
    state: { botId: number; number: number },
    pairs: readonly FoundContradiction[],
    times: { now: Date; next: Date },
  ): Promise<number>;
  /** Newest text first. */
  list(botId: number, state: ContradictionState): Promise<StoredContradiction[]>;
  get(botId: number, id: number): Promise<StoredContradiction | undefined>;
  /** Dismisses one, or with null opens it again. */
  dismiss(
    botId: number,
    id: number,
    dismissal: { by: string; on: Date } | null,
  ): Promise<StoredContradiction | undefined>;
}
