/** The parts of the pipeline that can be left out one at a time, by the modules that stand in for theirs. */

/** A module of the gateway, by its path below `gateway/engine`, and what stands in for it, below `without`. */
export interface Replacement {
  module: string;
  standIn: string;
}

export interface PipelinePart {
  name: string;
  replacements: readonly Replacement[];
}

const part = (
  name: string,
  ...pairs: readonly (readonly [module: string, standIn: string])[]
): PipelinePart => ({
  name,
  replacements: pairs.map(([module, standIn]) => ({ module, standIn })),
});

/**
 * Not among them, as no module holds it alone: hamza and the like, split words, weights of title hits, question words by
 * position, and the agreement of passages of one unit, which only certainty counts.
 */
export const PIPELINE_PARTS: readonly PipelinePart[] = [
  part('concept lexicon', ['lexicon/compiled-lexicon.ts', 'lexicon.ts']),
  part('Arabizi', ['question/alternatives/find-arabizi.ts', 'arabizi.ts']),
  part('spelling', ['analysis/misspellings.ts', 'spelling.ts']),
  part('dialect affixes', ['analysis/bare-words.ts', 'bare-words.ts']),
  part('words of one root', ['analysis/related-stems.ts', 'related-stems.ts']),
  part('words kept from stemming', ['analysis/kept-words.ts', 'kept-words.ts']),
  part('names in the other script', ['question/alternatives/find-names.ts', 'names.ts']),
  part(
    'headings',
    ['segments/build-segment.ts', 'headings-indexed.ts'],
    ['quoting/extract-answer.ts', 'headings-quoted.ts'],
  ),
  part('unit titles in the index', ['segments/build-segment.ts', 'unit-titles-indexed.ts']),
  part('letter grams', ['ranking/rescore.ts', 'letter-grams.ts']),
  part('nearness of words', ['ranking/measure-proximity.ts', 'proximity.ts']),
  part('sections and lists quoted whole', ['quoting/quote-section.ts', 'section-quoting.ts']),
  part('what is asked for', ['quoting/answer-type.ts', 'answer-type.ts']),
];
