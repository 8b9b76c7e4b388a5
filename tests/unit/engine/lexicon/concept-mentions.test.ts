import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptIndex, readConcepts } from '#gateway/engine/lexicon/lexicon.ts';
import { isArabic, wordForms, wordKey } from '#gateway/engine/lexicon/word-forms.ts';
import { findSets, loadSet } from '#tests/bench/question-sets.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { isNight } from '#tests/support/full-counts.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SETS = join(ROOT, '../shared/data/retrieval');
const TEXTS = [
  'tests/fixtures/craft/craft.expected.txt',
  'tests/fixtures/reports/articles.md',
  'tests/fixtures/english-questions.txt',
  'src/features/overview/samples/store-guide.ar.md',
  'src/features/overview/samples/store-guide.en.md',
];

/** Expressions that begin with a key, in the order of the lexicon. */
const byFirst = new Map<string, { keys: readonly string[]; concepts: string[] }[]>();
const allKeys = new Set<string>();
for (const { id, expressions } of readConcepts())
  for (const keys of expressions) {
    for (const key of keys) allKeys.add(key);
    const siblings = byFirst.get(keys[0] ?? '') ?? [];
    byFirst.set(keys[0] ?? '', siblings);
    const same = siblings.find((sibling) => sibling.keys.join(' ') === keys.join(' '));
    if (same) same.concepts.push(id);
    else siblings.push({ keys, concepts: [id] });
  }
const keysOf = (word: string) =>
  word.length > 40
    ? []
    : (isArabic(word) ? wordForms(word) : [wordKey(word)]).filter((key) => allKeys.has(key));

/** Every match as `docs/lexicon.md` says, by looking each expression up as strings. */
function findPlainly(words: readonly string[]) {
  return words.flatMap((word, place) => {
    const starting = keysOf(word).flatMap((key) => byFirst.get(key) ?? []);
    const single = starting.find(({ keys }) => keys.length === 1);
    return starting.flatMap((expression) => {
      const { keys, concepts } = expression;
      if (keys.length === 1 && expression !== single) return [];
      const isThere = keys.slice(1).every((key, index) => {
        const next = words[place + 1 + index];
        return next !== undefined && keysOf(next).includes(key) && (key.length >= 4 || key === wordKey(next));
      });
      return isThere ? [{ place, length: keys.length, concepts }] : [];
    });
  });
}

function findMentionsPlainly(words: readonly string[]) {
  const mentions: { concept: string; place: number; length: number }[] = [];
  for (const { place, length, concepts } of findPlainly(words))
    for (const concept of concepts) {
      const before = mentions.findLast((mention) => mention.concept === concept);
      if (before && place < before.place + before.length)
        before.length = Math.max(before.length, place + length - before.place);
      else mentions.push({ concept, place, length });
    }
  return mentions;
}

const wordsOf = (text: string) =>
  splitSentences(text).map((sentence) => tokenise(sentence.text).map(({ word }) => word));

function compare(sentences: readonly (readonly string[])[]): number {
  let count = 0;
  for (const words of sentences) {
    expect(conceptIndex().find(words)).toEqual(findPlainly(words));
    const mentions = findMentions(words);
    expect(mentions).toEqual(findMentionsPlainly(words));
    count += mentions.length;
  }
  return count;
}

describe('the mentions of concepts are those found by looking strings up', () => {
  const random = createRandom(27);
  const draw = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const sample = (sentences: string[][], count: number) =>
    Array.from({ length: isNight ? sentences.length : count }, (_, index) =>
      isNight ? (sentences[index] ?? []) : draw(sentences),
    );

  test('in guides and articles', () => {
    const sentences = TEXTS.flatMap((name) => wordsOf(readFileSync(join(ROOT, name), 'utf8')));
    expect(compare(sample(sentences, 300))).toBeGreaterThan(300);
  });

  test('in expressions of the lexicon one behind the other, with and without what is written on to words', () => {
    const all = [...readConcepts()].flatMap(({ expressions }) => expressions);
    const before = ['', '', 'ال', 'و', 'بال', 'ي', 'ت', 'ما', 'هال'];
    const behind = ['', '', 'ها', 'تي', 'ات', 'ون', 'ش', 'ا'];
    const sentences = Array.from({ length: isNight ? 4_000 : 400 }, () =>
      Array.from({ length: 4 }, () => draw(all))
        .flat()
        .map((word) => (random() < 0.6 ? word : draw(before) + word + draw(behind))),
    );
    expect(compare(sentences)).toBeGreaterThan(sentences.length);
  });

  test.runIf(isNight && existsSync(SETS))('in all passages of the shared sets', () => {
    const passages = findSets(SETS, []).flatMap((folder) => loadSet(folder).passages);
    const sentences = passages.flatMap(({ title, section, text }) => [title, section, text].flatMap(wordsOf));
    expect(compare(sentences)).toBeGreaterThan(passages.length);
  });
});
