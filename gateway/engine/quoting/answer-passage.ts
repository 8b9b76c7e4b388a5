import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';

/** A ranked passage as a source of answers. `score` is the relevance of `rank`. */
export interface AnswerPassage {
  text: string;
  sectionTitle: string;
  /** Title of the unit. */
  title?: string;
  /** Language of the unit's segment; detected from the passage when absent. */
  language?: StemLanguage;
  score: number;
}
