import { describe, expect, test } from 'vitest';
import { MIN_RELEVANCE, rank, SEMANTIC_WEIGHT, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { calibrateSimilarity } from '#gateway/engine/vectors/calibrate-similarity.ts';
import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import { quantiseVectors, readQuantised } from '#gateway/engine/vectors/quantise-vectors.ts';
import { cosineOf, scoreVectors } from '#gateway/engine/vectors/score-vectors.ts';

/** Reproducible numbers in -1..1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
function unitVector(next: () => number, dims: number): Float32Array {
  const vector = Float32Array.from({ length: dims }, next);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

describe('packed vectors', () => {
  test.each([1, 3, 64, 383, 1024])('come back within half a step a number: %i numbers', (dims) => {
    const next = numbersFrom(dims);
    const vectors = Array.from({ length: 7 }, () => unitVector(next, dims));
    const bytes = quantiseVectors(vectors);
    expect(bytes.byteLength).toBe(7 * (4 + dims));
    // Rows of a database begin anywhere.
    const moved = new Uint8Array(bytes.byteLength + 1);
    moved.set(bytes, 1);
    const opened = readQuantised(moved.subarray(1), 7, dims);
    if (!opened) throw new Error('not opened');
    for (const [row, vector] of vectors.entries())
      for (const [place, value] of vector.entries()) {
        const step = opened.steps[row] ?? 0;
        expect(Math.abs((opened.values[row * dims + place] ?? 0) * step - value)).toBeLessThanOrEqual(
          step / 2 + 1e-7,
        );
      }
  });

  test('are not taken for what they are not', () => {
    const bytes = quantiseVectors([Float32Array.of(1, 0)]);
    expect(readQuantised(bytes, 2, 2)).toBeUndefined();
    expect(readQuantised(bytes.subarray(1), 1, 2)).toBeUndefined();
    expect(() => quantiseVectors([Float32Array.of(1), Float32Array.of(1, 2)])).toThrow(RangeError);
    expect(readQuantised(quantiseVectors([new Float32Array(2)]), 1, 2)?.values).toEqual(new Int8Array(2));
  });

  test('may be missing, which counts neither for a passage nor against the others', () => {
    const [near, far] = [Float32Array.of(1, 0), Float32Array.of(0.6, 0.8)];
    const cosines = new Float32Array(3);
    const opened = [readQuantised(quantiseVectors([near, far]), 2, 2), readQuantised(new Uint8Array(), 1, 2)];
    for (const [unit, vectors] of opened.entries())
      if (vectors) scoreVectors(near, vectors, cosines, unit * 2);
    expect(Array.from(cosines, (cosine) => Math.round(cosine * 100) / 100)).toEqual([1, 0.6, Number.NaN]);
    const alone = cosines.slice(0, 2);
    calibrateSimilarity([cosines], 0.3);
    calibrateSimilarity([alone], 0.3);
    expect([...cosines]).toEqual([...alone, 0]);
  });

  test('are scored as the vectors themselves are, whatever their length', () => {
    for (const dims of [1, 2, 63, 64, 385]) {
      const next = numbersFrom(dims + 7);
      const vectors = Array.from({ length: 50 }, () => unitVector(next, dims));
      const question = unitVector(next, dims);
      const opened = readQuantised(quantiseVectors(vectors), 50, dims);
      if (!opened) throw new Error('not opened');
      const scores = new Float32Array(52);
      scoreVectors(question, opened, scores, 1);
      const errors = vectors.map((vector, index) =>
        Math.abs((scores[index + 1] ?? 0) - cosineOf(vector, question)),
      );
      expect(Math.max(...errors)).toBeLessThan(0.02);
      expect([scores[0], scores[51]]).toEqual([0, 0]);
    }
  });
});

describe('nearness of meaning', () => {
  const related = (cosines: number[], floor: number) => {
    const scores = [Float32Array.from(cosines)];
    calibrateSimilarity(scores, floor);
    return Array.from(scores[0] ?? [], (score) => Math.round(score * 1000) / 1000);
  };

  test('is told by what stands out, whether a model gives unrelated texts 0.1 or 0.75', () => {
    // The same positions between floor and 1, in two models.
    const spread = (floor: number) => [1, 0.5, 0.2, 0, -0.5].map((share) => floor + share * (1 - floor));
    const [low, high] = [0.1, 0.75].map((floor) =>
      related([...spread(floor), ...Array<number>(500).fill(floor)], floor),
    );
    for (const [index, value] of (low ?? []).entries()) expect(high?.[index]).toBeCloseTo(value, 2);
    expect(low?.[0]).toBe(1);
    expect(low?.[1]).toBeGreaterThan(0.35);
    expect(low?.slice(2, 5)).toEqual([expect.closeTo(0, 2), 0, 0]);
  });

  test('lets one passage alone be near, and all of them be far', () => {
    expect(related([0.8], 0.3)[0]).toBeGreaterThan(0.5);
    expect(related([0.3, 0.3, 0.31], 0.3)).toEqual([0, 0, 0]);
    expect(related([], 0.3)).toEqual([]);
    expect(related([1], 1)).toEqual([expect.any(Number)]);
  });
});

describe('ranking by words and meaning', () => {
  const texts = [
    'تفتح المكتبة أبوابها صباح السبت.',
    'رسوم الاشتراك خمسون ريالاً في السنة.',
    'يمكن إعارة ثلاثة كتب لمدة أسبوعين.',
    'موقف السيارات خلف المبنى.',
  ];
  const unit = (unitId: number, those: string[]) => ({
    unitId,
    segment: openSegment(
      buildSegment(
        those.map((text) => ({ sectionTitle: '', text })),
        'دليل',
      ),
    ),
  });
  const units = [unit(1, texts), unit(2, ['The pool closes at ten.', 'Lockers need a coin.'])];
  const none = [new Float32Array(4), new Float32Array(2)];
  const near = (segment: number, ordinal: number, value: number) => {
    const meaning = none.map((scores) => Float32Array.from(scores));
    (meaning[segment] ?? new Float32Array())[ordinal] = value;
    return meaning;
  };

  test('leaves words as they are where nothing is near', () => {
    const byWords = rank('كم رسوم الاشتراك؟', units, { limit: 10 });
    const both = rank('كم رسوم الاشتراك؟', units, { limit: 10, semantic: none });
    expect(both).toEqual(byWords);
    expect(
      byWords.every(({ score, lexicalScore: words, parts }) => score === words && parts.semantic === 0),
    ).toBe(true);
  });

  test('finds what shares no word with the question, and says that words alone would not', () => {
    const [first] = rank('أين أركن مركبتي؟', units, { limit: 5, semantic: near(0, 3, 0.8) });
    expect(first).toMatchObject({ unitId: 1, ordinal: 3 });
    expect(first?.score).toBeGreaterThan(0.5);
    expect(first?.lexicalScore).toBeLessThan(0.3);
  });

  test('keeps what words alone earn, and adds up: parts to a sum, the sum to the score', () => {
    const semantic = near(0, 1, 0.5);
    const question = 'كم رسوم الاشتراك؟';
    const [alone] = rank(question, units, { limit: 1 });
    const [both] = rank(question, units, { limit: 1, semantic });
    if (!alone || !both) throw new Error('nothing found');
    expect(both.lexicalScore).toBe(alone.score);
    expect({ ...both.parts, semantic: 0 }).toEqual(alone.parts);
    const words = Object.values(alone.parts).reduce((sum, value) => sum + value, 0);
    const attainable = (-STEEPNESS * words) / Math.log(1 - alone.score);
    expect(both.parts.semantic).toBeCloseTo(0.5 * SEMANTIC_WEIGHT * attainable, 6);
    expect(both.score).toBeCloseTo(
      1 - Math.exp((-STEEPNESS * (words + both.parts.semantic)) / attainable),
      9,
    );
    expect(both.score).toBeLessThan(1);
  });

  test('answers a question without a telling word by meaning alone', () => {
    const [first, ...others] = rank('؟؟', units, { limit: 5, semantic: near(1, 0, 0.6) });
    expect(first).toMatchObject({ unitId: 2, ordinal: 0, lexicalScore: 0 });
    expect(others).toEqual([]);
    expect(rank('؟؟', units, { limit: 5, semantic: none })).toEqual([]);
  });

  test('is the fused sum over every passage, as counted without any shortlist', () => {
    // More passages than are shortlisted, of which many share the question's words.
    const next = numbersFrom(5);
    const words = ['رسوم', 'اشتراك', 'مكتبة', 'موعد', 'كتاب', 'إعارة', 'طالب', 'قاعة'];
    const many = Array.from({ length: 400 }, (_, index) =>
      Array.from({ length: 12 }, () => words[Math.floor((next() + 1) * 4)] ?? 'x')
        .join(' ')
        .concat(` ${index}`),
    );
    const large = [unit(1, many.slice(0, 250)), unit(2, many.slice(250))];
    const semantic = large.map(({ segment }) =>
      Float32Array.from({ length: segment.passageCount }, () => Math.max(0, next())),
    );
    const question = 'متى موعد إعارة كتاب؟';
    const both = rank(question, large, { limit: 10, semantic });
    // The 100 nearest are all candidates: nothing left out can beat what is listed by meaning plus what it has in words.
    const nearest = semantic
      .flatMap((scores, unit) =>
        Array.from(scores, (score, ordinal) => ({ unitId: unit + 1, ordinal, score })),
      )
      .sort((a, b) => b.score - a.score);
    const scored = rank(question, large, { limit: 400, semantic });
    for (const { unitId, ordinal, score } of nearest.slice(0, 100)) {
      const listed = scored.find((entry) => entry.unitId === unitId && entry.ordinal === ordinal);
      const share = (listed?.parts.semantic ?? 0) / score;
      expect(share).toBeCloseTo(
        (scored[0]?.parts.semantic ?? 0) /
          (semantic[(scored[0]?.unitId ?? 1) - 1]?.[scored[0]?.ordinal ?? 0] ?? 1),
        5,
      );
    }
    expect(both).toEqual(scored.slice(0, 10));
    expect(scored.map(({ score }) => score)).toEqual(
      scored.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(scored.every(({ score }) => score >= MIN_RELEVANCE && score <= 1)).toBe(true);
  });
});

describe('the form of texts', () => {
  test.each([
    ['intfloat/multilingual-e5-large', 'query: س', 'passage: ب\nن'],
    ['multilingual-e5-small:latest', 'query: س', 'passage: ب\nن'],
    [
      'multilingual-e5-large-instruct',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: س',
      'ب\nن',
    ],
    [
      'Qwen/Qwen3-Embedding-0.6B',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:س',
      'ب\nن',
    ],
    ['nomic-embed-text:v1.5', 'search_query: س', 'search_document: ب\nن'],
    ['mxbai-embed-large', 'Represent this sentence for searching relevant passages: س', 'ب\nن'],
    ['BAAI/bge-base-en-v1.5', 'Represent this sentence for searching relevant passages: س', 'ب\nن'],
    ['snowflake-arctic-embed2', 'query: س', 'ب\nن'],
    ['snowflake-arctic-embed:335m', 'Represent this sentence for searching relevant passages: س', 'ب\nن'],
    ['embeddinggemma', 'task: search result | query: س', 'title: ب | text: ن'],
    ['bge-m3', 'س', 'ب\nن'],
    ['text-embedding-3-small', 'س', 'ب\nن'],
    ['voice500-e55', 'س', 'ب\nن'],
  ])('is that of %s', (model, question, passage) => {
    const form = embeddingPromptFor(model);
    expect(form.question('س')).toBe(question);
    expect(form.passage('ب', 'ن')).toBe(passage);
  });

  test('has no empty line where there is no section title', () => {
    expect(embeddingPromptFor('bge-m3').passage('', 'ن')).toBe('ن');
    expect(embeddingPromptFor('embeddinggemma').passage('', 'ن')).toBe('title: none | text: ن');
  });
});
