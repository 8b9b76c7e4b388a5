import { describe, expect, test } from 'vitest';
import { misspellings } from '#gateway/engine/analysis/misspellings.ts';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { stemOtherwise } from '#gateway/engine/analysis/stem-arabic.ts';
import { arabicSkeleton, skeletonStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import type { Alternative } from '#gateway/engine/question/alternatives/alternative.ts';
import { inverseDocumentFrequency, termFrequencyWeight } from '#gateway/engine/ranking/bm25.ts';
import { type Corpus, type CorpusPart, createCorpus, NOT_SEARCHED } from '#gateway/engine/ranking/corpus.ts';
import type { SearchTerm } from '#gateway/engine/ranking/find-terms.ts';
import { matchTerms } from '#gateway/engine/ranking/match-terms.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { mergePostings } from '#gateway/engine/segments/merge-postings.ts';
import { type OpenPostings, openPostings } from '#gateway/engine/segments/open-postings.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { createPostingList, type Segment } from '#gateway/engine/segments/segment.ts';

const SCORING = { saturation: { k1: 1, b: 0.75 }, unitTitle: 0.75, sectionTitle: 1.5 };
const ARABIC =
  'كتاب كتب كاتب مكتبة المكتبة رسوم الرسوم حساب حسب حسابات محاسبة فتح مفتاح جديد عميل عملاء سفر مسافر ولد بنك تين طين سيف صيف حرم هرم'.split(
    ' ',
  );
const LATIN = 'fee fees bank banking national nations cheval chevaux open opening 50 2026 x9 Kontur'.split(
  ' ',
);
const FRENCH = 'le la les des une est dans pour avec sur par qui que nous vous'.split(' ');

function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, draw: (list: readonly string[]) => list[below(list.length)] ?? '' };
}

interface Made {
  segment: Segment;
  postings: OpenPostings;
}

function makeSegment({ below, draw }: ReturnType<typeof createRandom>): Made {
  const isFrench = below(3) === 0;
  const say = (count: number) =>
    Array.from({ length: count }, () =>
      draw([ARABIC, LATIN, isFrench ? FRENCH : LATIN][below(3)] ?? LATIN),
    ).join(' ');
  const sections = [say(2), say(1), ''];
  const passages = Array.from({ length: 1 + below(12) }, () => ({
    text: `${say(1 + below(9))}. ${say(below(5))}`,
    sectionTitle: draw(sections),
  }));
  const parts = buildSegment(passages, say(below(3)));
  return { segment: openSegment(parts), postings: openPostings(parts[0] ?? new Uint8Array()) };
}

/** Most of the units merged, by language and by lot, with units that are not in the corpus among them; the rest alone. */
function mergeSome(
  { below }: ReturnType<typeof createRandom>,
  units: readonly Made[],
  others: readonly Made[],
): Corpus {
  const corpus = createCorpus(units.map(({ segment }) => segment));
  const alone: CorpusPart[] = [];
  const groups = new Map<string, { postings: OpenPostings; first: number | undefined }[]>();
  const gather = (postings: OpenPostings, first: number | undefined) => {
    const key = `${postings.language} ${below(2)}`;
    const group = groups.get(key) ?? [];
    group.splice(below(group.length + 1), 0, { postings, first });
    groups.set(key, group);
  };
  for (const [place, { postings }] of units.entries())
    if (below(4) > 0) gather(postings, corpus.starts[place]);
    else alone.push(...corpus.parts.slice(place, place + 1));
  for (const { postings } of others) gather(postings, undefined);
  const merged = [...groups.values()].map((members): CorpusPart => {
    const postings = mergePostings(members.map((member) => member.postings));
    const numbers = members.flatMap(({ first, postings: { passageCount } }) =>
      Array.from({ length: passageCount }, (_, ordinal) =>
        first === undefined ? NOT_SEARCHED : first + ordinal,
      ),
    );
    const { unitTitles } = postings;
    return { postings, unitTitles, place: -1, first: 0, numbers: Uint32Array.from(numbers) };
  });
  return { ...corpus, parts: [...merged, ...alone] };
}

const alternative = (words: string[], weight: number): Alternative => ({
  words,
  stems: words.map((word) => stemWord(word)),
  weight,
  origin: 'synonym',
});

function makeTerms({ below, draw }: ReturnType<typeof createRandom>): SearchTerm[] {
  const word = () =>
    draw(below(2) === 0 ? ARABIC : LATIN)
      .toLowerCase()
      .replace('ة', 'ه');
  const slip = (spelling: string) => (below(5) === 0 ? spelling.slice(0, -1) + draw(['ق', 'q']) : spelling);
  return Array.from({ length: 1 + below(5) }, () => ({
    word: slip(word()),
    alternatives: Array.from({ length: below(3) }, () => {
      if (below(4) === 0) {
        const skeleton = arabicSkeleton(draw(ARABIC));
        return { words: [], stems: [skeletonStem(skeleton)], weight: 0.7, origin: 'name', skeleton };
      }
      return alternative(Array.from({ length: 1 + below(3) }, word), 0.5 + below(5) / 10);
    }),
  }));
}

/** By passage of a segment: how often its text has a stem, and the closest title that has it. Every stem is looked at. */
function readStem(segment: Segment, stem: string): Map<number, { frequency: number; title: number }> {
  const hits = new Map<number, { frequency: number; title: number }>();
  for (let id = 0; id < segment.stemCount; id++) {
    if (segment.stemAt(id) !== stem) continue;
    const list = createPostingList();
    const count = segment.readPostings(id, list);
    const sections = segment.sectionsWith(id);
    for (let ordinal = 0; ordinal < segment.passageCount; ordinal++) {
      const place = list.ordinals.subarray(0, count).indexOf(ordinal);
      const inSection = sections.includes(segment.sectionOf(ordinal));
      const title = inSection ? SCORING.sectionTitle : segment.titleHas(id) ? SCORING.unitTitle : 0;
      if (place >= 0 || title > 0) hits.set(ordinal, { frequency: list.frequencies[place] ?? 0, title });
    }
  }
  return hits;
}

/** The scores of `matchTerms` by their definition, one stem of one passage at a time. */
function matchPlainly(terms: readonly SearchTerm[], segments: readonly Segment[]) {
  const passages = segments.reduce((sum, { passageCount }) => sum + passageCount, 0);
  const average = segments.reduce((sum, { totalLength }) => sum + totalLength, 0) / passages;
  const scores = segments.map(({ passageCount }) => Array.from({ length: passageCount }, () => 0));
  const owned = new Set(terms.map(({ word }) => stemWord(word)));
  const find = (ways: readonly ((segment: Segment) => string)[], weight: number, share = 1) => {
    const hits = segments.map((segment) => {
      const all = ways.map((way) => readStem(segment, way(segment)));
      const [first = new Map<number, { frequency: number; title: number }>()] = all;
      if (all.length === 1) return first;
      const shared = [...first.keys()].filter((ordinal) => all.every((passages) => passages.has(ordinal)));
      return new Map(shared.map((ordinal) => [ordinal, { frequency: 1, title: 0 }]));
    });
    const count = hits.reduce((sum, { size }) => sum + size, 0);
    return { weight, hits, count, idf: share * inverseDocumentFrequency(count, passages) };
  };
  const bySkeleton = (skeleton: string) => (segment: Segment) => {
    const stem = segment.findSkeleton(skeleton);
    return stem < 0 ? 'none' : segment.stemAt(stem);
  };
  const byWord = (word: string) => (segment: Segment) => stemWord(word, segment.language);
  const matched = terms.map(({ word, alternatives }) => {
    const share = isNameable(word) ? 1 : 0.75;
    const unasked = (stem: string | undefined, weight: number) =>
      stem === undefined || owned.has(stem) ? [] : [find([() => stem], weight, share)];
    const itself = find([byWord(word)], 1, share);
    const all = [
      itself,
      ...alternatives.map(({ words, skeleton, weight }) =>
        find(skeleton === undefined ? words.map(byWord) : [bySkeleton(skeleton)], weight, share),
      ),
      ...unasked(stemOtherwise(word), 0.8),
      ...relatedStems(word).flatMap((stem) => unasked(stem, 0.5)),
    ];
    const said = all.filter(({ count }) => count > 0);
    const corrected = (said.length > 0 ? [] : misspellings(stemWord(word, segments[0]?.language)))
      .map((stem) => ({ stem, ...find([() => stem], 0.6) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, 3);
    const variants = said.length > 0 ? said : corrected;
    return { variants, idf: (variants[0] ?? itself).idf, corrections: corrected.map(({ stem }) => stem) };
  });
  for (const [place, segment] of segments.entries())
    for (const [term, { variants }] of matched.entries()) {
      const own = terms.map(({ word }) => stemWord(word, segment.language));
      if (own.indexOf(own[term] ?? '') < term && readStem(segment, own[term] ?? '').size > 0) continue;
      for (let ordinal = 0; ordinal < segment.passageCount; ordinal++) {
        let best = 0;
        for (const { hits, weight, idf } of variants) {
          const hit = hits[place]?.get(ordinal);
          if (!hit) continue;
          const share = termFrequencyWeight(
            hit.frequency,
            segment.lengthOf(ordinal),
            average,
            SCORING.saturation,
          );
          best = Math.max(best, weight * idf * (share + hit.title));
        }
        const sums = scores[place];
        if (sums) sums[ordinal] = (sums[ordinal] ?? 0) + best;
      }
    }
  return {
    scores,
    idfs: matched.map(({ idf }) => idf),
    corrections: matched.map(({ corrections }) => corrections),
  };
}

/** The scores of `matchTerms`, unit by unit. */
function matchAll(terms: readonly SearchTerm[], corpus: Corpus) {
  const { scores, idfs, corrections } = matchTerms(terms, corpus, SCORING);
  const { starts, unitCount } = corpus;
  const byUnit = Array.from({ length: unitCount }, (_, place) =>
    Array.from(scores.subarray(starts[place], starts[place + 1])),
  );
  return { scores: byUnit, idfs, corrections };
}

describe('terms of a question in segments', () => {
  test.each([1, 2, 3, 4])(
    'are scored to the last bit as one stem of one passage after the other, merged or not, seed %i',
    (seed) => {
      const random = createRandom(seed);
      let corrected = 0;
      for (let round = 0; round < 8; round++) {
        const units = Array.from({ length: 1 + random.below(12) }, () => makeSegment(random));
        const others = Array.from({ length: random.below(4) }, () => makeSegment(random));
        const segments = units.map(({ segment }) => segment);
        const merged = mergeSome(random, units, others);
        for (let question = 0; question < 6; question++) {
          const terms = makeTerms(random);
          const corpus = createCorpus(segments);
          const actual = matchAll(terms, corpus);
          expect([terms, actual]).toEqual([terms, matchPlainly(terms, segments)]);
          expect([terms, matchAll(terms, merged)]).toEqual([terms, actual]);
          corrected += actual.corrections.flat().length;
        }
      }
      expect(corrected).toBeGreaterThan(0);
    },
  );
});
