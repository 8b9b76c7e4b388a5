import { foldText } from '#common/fold-text.ts';
import type { RankedPassage } from '#gateway/engine/ranking/rank.ts';
import type { SearchedUnits } from './searched-units.ts';

/** A text with its date; null where unknown. */
interface DatedText {
  text: string;
  readOn: Date | null;
}

/** Finds passages of one ranking that have the same text, tashkeel, white space and forms of letters and digits aside. */
interface RepeatFinder {
  /** Passages and whatever ranked passages resemble one of them: the texts that must be read for `choose`. */
  neededFor(passages: readonly RankedPassage[]): RankedPassage[];
  /**
   * What is returned in place of a passage, asked best first: undefined where its text was returned before, else the passage
   * of the newest text. A unit or section that the question names by more words stays, however old.
   */
  choose(
    passage: RankedPassage,
    textAt: (passage: RankedPassage) => DatedText | undefined,
  ): RankedPassage | undefined;
}

/** Sums of the same parts differ by rounding. */
const EPSILON = 1e-6;

/** Only passages of as many words, with the same letters of the question, are read and compared. */
export function createRepeatFinder(
  units: Pick<SearchedUnits, 'placeOf' | 'segmentAt'>,
  ranked: readonly RankedPassage[],
): RepeatFinder {
  const keyOf = ({ unitId, ordinal, parts }: RankedPassage) =>
    `${units.segmentAt(units.placeOf(unitId))?.lengthOf(ordinal)} ${parts.grams}`;
  const alike = new Map<RankedPassage, readonly RankedPassage[]>();
  for (const group of Map.groupBy(ranked, keyOf).values())
    if (group.length > 1) for (const passage of group) alike.set(passage, group);
  const settled = new Set<RankedPassage>();
  const folded = new Map<RankedPassage, string>();
  return {
    neededFor: (passages) => {
      const open = passages.filter((passage) => !settled.has(passage));
      return [...new Set(open.flatMap((passage) => [passage, ...(alike.get(passage) ?? [])]))];
    },

    choose(passage, textAt) {
      const group = alike.get(passage);
      if (!group) return passage;
      if (settled.has(passage)) return undefined;
      const textOf = (other: RankedPassage) => {
        const text = folded.get(other) ?? foldText(textAt(other)?.text ?? '');
        folded.set(other, text);
        return text;
      };
      const dateOf = (other: RankedPassage) => textAt(other)?.readOn?.getTime() ?? 0;
      const same = group.filter((other) => !settled.has(other) && textOf(other) === textOf(passage));
      for (const other of same) settled.add(other);
      const least = passage.parts.stems * (1 - EPSILON);
      return same
        .filter(({ parts }) => parts.stems >= least)
        .reduce((newest, other) => (dateOf(other) > dateOf(newest) ? other : newest), passage);
    },
  };
}
