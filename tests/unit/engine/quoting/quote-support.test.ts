import { describe, expect, test } from 'vitest';
import { MIN_ANSWERED, type QuoteCoverage, supportOf } from '#gateway/engine/quoting/quote-support.ts';
import { scorePassage } from './score-passage.ts';

const { subject } = scorePassage('delivery fee Riyadh', 'The delivery fee in Riyadh is 10 SAR.');
const ALL: QuoteCoverage = {
  hasTerm: [true, true, true],
  saysAll: true,
  wordsAll: true,
  hasNumber: true,
  hasPrice: true,
  statementLead: undefined,
};
const PART: QuoteCoverage = { ...ALL, hasTerm: [true, false, false], saysAll: false, wordsAll: false };

/** Ten passages of two units, each `decay` as relevant as the one before it. */
const ten = (relevance: number, decay: number) =>
  Array.from({ length: 10 }, (_, index) => ({ relevance: relevance * decay ** index, unit: index % 2 }));

describe('the support of a quote', () => {
  test('is a likelihood', () => {
    for (const relevance of [0, 0.05, 0.5, 1])
      for (const decay of [0, 0.5, 1])
        for (const coverage of [ALL, PART]) {
          const support = supportOf(subject, ten(relevance, decay), coverage);
          expect(support).toBeGreaterThan(0);
          expect(support).toBeLessThan(1);
        }
  });

  test('is nothing where nothing was found or asked', () => {
    expect(supportOf(subject, [], ALL)).toBe(0);
    const nothing = scorePassage('؟', 'Delivery.').subject;
    expect(supportOf(nothing, ten(0.8, 0.5), { ...ALL, hasTerm: [] })).toBe(0);
  });

  test('falls less for the absence of a verb than of a noun', () => {
    const of = (question: string) =>
      supportOf(scorePassage(question, 'The telescope of the observatory.').subject, ten(0.6, 0.9), {
        ...PART,
        hasTerm: [true, false],
      });
    expect(of('telescope happens')).toBeGreaterThan(of('telescope dome'));
    expect(of('telescope happens')).toBeLessThan(
      supportOf(scorePassage('telescope dome', 'Telescope.').subject, ten(0.6, 0.9), {
        ...ALL,
        hasTerm: [true, true],
      }),
    );
  });

  test('is that of the quoted passage, which need not be the most relevant one', () => {
    const ranked = ten(0.6, 0.7);
    const behind = { ...ALL, relevance: ranked[2]?.relevance ?? 0 };
    expect(supportOf(subject, ranked, behind)).toBeLessThan(supportOf(subject, ranked, ALL) / 2);
    expect(supportOf(subject, ranked, { ...ALL, relevance: 0.6 })).toBe(supportOf(subject, ranked, ALL));
  });

  test('rises with the lead over the other passages, the terms found and passages of the same unit', () => {
    const base = supportOf(subject, ten(0.6, 0.9), PART);
    expect(supportOf(subject, ten(0.6, 0.7), PART)).toBeGreaterThan(base);
    expect(supportOf(subject, ten(0.6, 0.9), ALL)).toBeGreaterThan(base);
    const ofOneUnit = ten(0.6, 0.9).map((passage) => ({ ...passage, unit: 0 }));
    expect(supportOf(subject, ofOneUnit, PART)).toBeGreaterThan(base);
  });

  test('falls where a number is asked for and the quote has none', () => {
    const amount = scorePassage('how much is the delivery fee', 'The delivery fee is 10 SAR.').subject;
    const hasTerm = amount.terms.map(() => true);
    const [first, second] = [true, false].map((hasNumber) =>
      supportOf(amount, ten(0.6, 0.9), { ...ALL, hasTerm, hasNumber }),
    );
    expect(first).toBeGreaterThan(second ?? 1);
  });

  test.each([
    ['a number', 'how many days is the delivery', { hasNumber: false }],
    ['a price', 'how much is the delivery fee', { hasPrice: false }],
  ])('is no answer without %s that is asked for, however well the quote fits', (_, question, lack) => {
    const subject = scorePassage(question, 'Delivery fee.').subject;
    const hasTerm = Array.from({ length: 8 }, () => true);
    for (const ranked of [ten(0.9, 0.1), ten(0.9, 0.1).slice(0, 1)]) {
      expect(supportOf(subject, ranked, { ...ALL, hasTerm })).toBeGreaterThanOrEqual(MIN_ANSWERED);
      expect(supportOf(subject, ranked, { ...ALL, ...lack, hasTerm })).toBeLessThan(MIN_ANSWERED);
    }
  });

  test('rises with the lead of the statement over those of other passages', () => {
    const [little, much] = [0.1, 3].map((statementLead) =>
      supportOf(subject, ten(0.6, 0.9), { ...PART, statementLead }),
    );
    expect(much).toBeGreaterThan(little ?? 1);
  });

  test.each([
    ['how much is the delivery fee', true],
    ['كم رسوم التوصيل', true],
    ['bkam rsoum el tawsil', true],
    ['كم يوم التوصيل', false],
    ['how many days is the delivery', false],
  ])('falls where a price is asked for and the quote has none: %s', (question, isPrice) => {
    const subject = scorePassage(question, 'Delivery fee. رسوم التوصيل.').subject;
    const hasTerm = subject.terms.map(() => true);
    const [first = 0, second = 0] = [true, false].map((hasPrice) =>
      supportOf(subject, ten(0.6, 0.9), { ...ALL, hasTerm, hasPrice }),
    );
    expect(first > second).toBe(isPrice);
  });

  test('does not depend on the order of the passages', () => {
    const ranked = ten(0.6, 0.8);
    expect(supportOf(subject, ranked.toReversed(), PART)).toBe(supportOf(subject, ranked, PART));
  });
});

describe('a small knowledge base', () => {
  const ranked = [{ relevance: 0.25, unit: 0 }];

  test('answers with a quote that says every term', () => {
    expect(supportOf(subject, ranked, ALL)).toBeGreaterThanOrEqual(MIN_ANSWERED);
    const alike = [...ranked, { relevance: 0.25, unit: 1 }];
    expect(supportOf(subject, alike, ALL)).toBeGreaterThanOrEqual(MIN_ANSWERED);
  });

  test('is not one of which few passages were found', () => {
    expect(supportOf(subject, ranked, ALL, 9)).toBeGreaterThanOrEqual(MIN_ANSWERED);
    expect(supportOf(subject, ranked, ALL, 10)).toBeLessThan(MIN_ANSWERED);
  });

  test('does not answer with a quote that has a term only by its concept or sound', () => {
    expect(supportOf(subject, ranked, { ...ALL, wordsAll: false })).toBeLessThan(MIN_ANSWERED);
    // Of several terms the likelihood stands; a single one may be anything.
    const sure = [{ relevance: 0.5, unit: 0 }];
    const several = { ...ALL, hasTerm: Array.from({ length: 8 }, () => true), wordsAll: false };
    expect(supportOf(subject, sure, several)).toBeGreaterThanOrEqual(MIN_ANSWERED);
    const ahead = [0.6, 0.06, 0.01].map((relevance) => ({ relevance, unit: 0 }));
    const single = scorePassage('delivery', 'Delivery is fast.').subject;
    const alone = { ...ALL, hasTerm: [true], statementLead: 4 };
    expect(supportOf(single, ahead, alone, 44)).toBeGreaterThanOrEqual(MIN_ANSWERED);
    expect(supportOf(single, ahead, { ...alone, wordsAll: false }, 44)).toBeLessThan(MIN_ANSWERED);
  });

  test('does not answer because there is nothing else', () => {
    expect(supportOf(subject, ranked, PART)).toBeLessThan(MIN_ANSWERED);
    const single = scorePassage('delivery', 'Delivery is fast.').subject;
    const coverage = { ...ALL, hasTerm: [true] };
    expect(supportOf(single, ranked, coverage)).toBeGreaterThanOrEqual(MIN_ANSWERED);
    expect(supportOf(single, [{ relevance: 0.15, unit: 0 }], coverage)).toBeLessThan(MIN_ANSWERED);
  });

  test('is judged as a large one whose other passages lie as they mostly do', () => {
    const share = (relevance: number) => 1 - (1 - 0.6) ** relevance;
    const typical = Array.from({ length: 10 }, (_, index) => ({
      relevance: index === 0 ? 0.6 : share(0.8 - ((index - 1) * 0.4) / 8),
      unit: index < 3 ? 0 : index,
    }));
    expect(supportOf(subject, typical.slice(0, 1), PART)).toBeCloseTo(supportOf(subject, typical, PART), 10);
  });
});
