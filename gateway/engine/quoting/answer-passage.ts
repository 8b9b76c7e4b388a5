import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';

/** A ranked passage as an answer is taken from it. `score` is `rank`'s relevance. */
export interface AnswerPassage {
  text: string;
  sectionTitle: string;
  /** The title of its unit. */
  title?: string;
  /** The language of its unit's segment; without it the passage itself tells. */
  language?: StemLanguage;
  score: number;
}
