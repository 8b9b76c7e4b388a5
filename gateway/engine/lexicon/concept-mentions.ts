import { conceptIndex } from './lexicon.ts';

/** Words that name a concept: `length` of them from `place` on. */
interface ConceptMention {
  concept: string;
  place: number;
  length: number;
}

/**
 * The concepts that the normalised words of a sentence name. Where expressions of one concept overlap it is named once:
 * "fee" in "service fee" is the same mention.
 */
export function findMentions(words: readonly string[]): ConceptMention[] {
  const mentions: ConceptMention[] = [];
  const latest = new Map<string, ConceptMention>();
  for (const { place, length, concepts } of conceptIndex().find(words))
    for (const concept of concepts) {
      const before = latest.get(concept);
      if (before && place < before.place + before.length)
        before.length = Math.max(before.length, place + length - before.place);
      else {
        const mention = { concept, place, length };
        latest.set(concept, mention);
        mentions.push(mention);
      }
    }
  return mentions;
}
