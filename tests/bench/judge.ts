/** How well one ranked list answers one question; the shares of a set are means of these. */

export interface Judgement {
  /** 1 / rank of the first relevant passage among the first ten, 0 without one. */
  mrr10: number;
  /** Whether a relevant passage is the first, among the first five, among the first ten: 1 or 0. */
  recall1: number;
  recall5: number;
  recall10: number;
  /** Discounted gain of all relevant passages among the first ten, against the best order possible. */
  ndcg10: number;
}

export const MEASURES = ['mrr10', 'recall1', 'recall5', 'recall10', 'ndcg10'] as const;
const DEPTH = 10;

/** `relevant` are the ids that answer, at least one; an id found twice counts once. */
export function judge(ranking: readonly string[], relevant: readonly string[]): Judgement {
  const wanted = new Set(relevant);
  const gains = [...new Set(ranking)].slice(0, DEPTH).map((id) => wanted.has(id));
  const first = gains.indexOf(true);
  const within = (depth: number) => (first >= 0 && first < depth ? 1 : 0);
  const best = gainOf(Array.from({ length: Math.min(DEPTH, wanted.size) }, () => true));
  return {
    mrr10: first < 0 ? 0 : 1 / (first + 1),
    recall1: within(1),
    recall5: within(5),
    recall10: within(DEPTH),
    ndcg10: best > 0 ? gainOf(gains) / best : 0,
  };
}

function gainOf(gains: readonly boolean[]): number {
  return gains.reduce((sum, gain, rank) => sum + (gain ? 1 / Math.log2(rank + 2) : 0), 0);
}
