import { conceptIndex } from './lexicon.ts';

/** Words that name a concept: `length` of them from `place` on. */
interface ConceptMention {
  concept: string;
  place: number;
  length: number;
}

/** Mentions by number, in arrays that are used again: the first `count` places of each hold them. */
interface NumberedMentions {
  count: number;
  concepts: number[];
  places: number[];
  lengths: number[];
}

const mentions: NumberedMentions = { count: 0, concepts: [], places: [], lengths: [] };
/** By concept, its latest mention and one more. */
let latest: Uint32Array | undefined;

/**
 * The concepts that the words of a sentence name, by what the lexicon has for each word (`entryOf`); a 0 parts sentences.
 * Where expressions of one concept overlap it is named once: "fee" in "service fee" is the same mention.
 */
export function numberMentions(entries: ArrayLike<number>): NumberedMentions {
  const lexicon = conceptIndex();
  const { concepts, places, lengths } = mentions;
  const last = (latest ??= new Uint32Array(lexicon.ids.length));
  let count = 0;
  lexicon.match(entries, (expression, place, length) =>
    lexicon.meaningsOf(expression, (concept) => {
      const before = (last[concept] ?? 0) - 1;
      const start = places[before] ?? 0;
      if (before >= 0 && place < start + (lengths[before] ?? 0)) {
        lengths[before] = Math.max(lengths[before] ?? 0, place + length - start);
        return;
      }
      concepts[count] = concept;
      places[count] = place;
      lengths[count] = length;
      last[concept] = ++count;
    }),
  );
  for (let mention = 0; mention < count; mention++) last[concepts[mention] ?? 0] = 0;
  mentions.count = count;
  return mentions;
}

/** The concepts that the normalised words of a sentence name, see `numberMentions`. */
export function findMentions(words: readonly string[]): ConceptMention[] {
  const lexicon = conceptIndex();
  const { count, concepts, places, lengths } = numberMentions(words.map((word) => lexicon.entryOf(word)));
  return Array.from({ length: count }, (_, mention) => ({
    concept: lexicon.ids[concepts[mention] ?? 0] ?? '',
    place: places[mention] ?? 0,
    length: lengths[mention] ?? 0,
  }));
}
