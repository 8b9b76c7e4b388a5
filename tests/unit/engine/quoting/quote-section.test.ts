import { describe, expect, test } from 'vitest';
import type { Quote } from '#gateway/engine/quoting/compose-quote.ts';
import { quoteSection } from '#gateway/engine/quoting/quote-section.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { scorePassage } from './score-passage.ts';

function quote(question: string, text: string, maxCharacters = 600): Quote | undefined {
  const { subject, statements } = scorePassage(question, text);
  return quoteSection(text, statements, subject, maxCharacters);
}

const CITIES = [
  'Riyadh',
  'Jeddah',
  'Dammam',
  'Abha',
  'Tabuk',
  'Hail',
  'Jazan',
  'Najran',
  'Medina',
  'Buraydah',
];
const CITY_ROWS = CITIES.map(
  (city, index) => `City: ${city} | Delivery: ${index + 1} days | Fee: ${index + 10} SAR`,
);
const STEPS = [
  '1. Open the settings of the app and choose your profile picture.',
  '2. Choose the section that is called security and confirm with your fingerprint or your face.',
  '3. Press the button that resets the password and wait for the message.',
  '4. Type the code of the message within five minutes, or ask for another one.',
  '5. Choose a new password that has at least twelve characters and one digit.',
  '6. Sign in again on every other device, since all of them were signed out.',
];

describe('a short passage', () => {
  test('is quoted whole, lines and questions kept', () => {
    const text = 'Q: How long does delivery take?\nA: Two days. Fridays are not counted.';
    expect(quote('how long does delivery take', text)).toEqual({
      text,
      from: [0],
      spans: [
        { passage: 0, inPassage: { start: 0, end: text.length }, inAnswer: { start: 0, end: text.length } },
      ],
    });
  });

  test('is not quoted for its section where it only asks', () => {
    expect(quote('new card', 'How do I activate my new card?')).toBeUndefined();
  });

  test('is not quoted whole where the answer may not be as long', () => {
    expect(quote('delivery', 'Delivery takes two days. Fridays are not counted.', 30)).toBeUndefined();
  });
});

test('long prose is left to its statements', () => {
  expect(quote('delivery', 'Delivery takes two days in this city. '.repeat(12).trim())).toBeUndefined();
});

describe('a list or table', () => {
  test('is quoted by its best rows, in their order, below what introduces it', () => {
    const text = ['Delivery by city:', ...CITY_ROWS].join('\n');
    const lines = quote('delivery fee Najran', text)?.text.split('\n') ?? [];
    expect(lines[0]).toBe('Delivery by city:');
    expect(lines).toContain(CITY_ROWS[7]);
    const places = lines.slice(1).map((line) => CITY_ROWS.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(lines.join('\n').length).toBeLessThanOrEqual(380);
  });

  test('keeps an introduction without a colon, and no sentence that is complete', () => {
    expect(quote('new password characters', ['How to reset it', ...STEPS].join('\n'))?.text).toMatch(
      /^How to reset it\n/u,
    );
    expect(
      quote('new password characters', ['Please be quick.', ...STEPS].join('\n'), 150)?.text,
    ).not.toContain('quick');
  });

  test('is quoted by the best row alone where the introduction takes too much', () => {
    const long = `Everything that ${'somebody who has an account '.repeat(6)}may do is this:`;
    const text = quote('new password characters', [long, ...STEPS].join('\n'), 120)?.text;
    expect(text).toBe(`${STEPS[4]}\n(the rest is in the source)`);
  });

  test.each([10, 40, 70, 110, 200])(
    'is cut at words within %i characters, letter for letter',
    (maxCharacters) => {
      const text = ['To reset it:', ...STEPS].join('\n');
      const answer = quote('confirm with the fingerprint in security', text, maxCharacters);
      expect(answer?.text.length).toBeLessThanOrEqual(maxCharacters);
      for (const { inPassage, inAnswer } of answer?.spans ?? []) {
        const words = text.slice(inPassage.start, inPassage.end);
        expect(answer?.text.slice(inAnswer.start, inAnswer.end)).toBe(words);
        const around =
          (text[inPassage.start - 1] ?? ' ') + words.at(0) + words.at(-1) + (text[inPassage.end] ?? ' ');
        expect(around).not.toMatch(/^\w\w|\w\w$/u);
      }
      expect(answer?.spans.length).toBeGreaterThan(0);
    },
  );
});

describe('a procedure', () => {
  const question = 'how do I sign in again';
  const read = async (source: string): Promise<string> => {
    const [passage] = splitDocument(await readDocument(new TextEncoder().encode(source), 'md'));
    return passage?.text ?? '';
  };

  test('that Markdown numbers is quoted whole where it fits', async () => {
    const text = await read(`## Password\n\nTo reset it:\n\n${STEPS.join('\n')}`);
    expect(quote(question, text)?.text).toBe(['To reset it:', ...STEPS].join('\n'));
  });

  test.each([
    [question, 'the rest is in the source'],
    ['كيف أسجل الدخول', 'البقية في المصدر'],
  ])('that does not fit is quoted from its first step on, and says so: %s', async (question, rest) => {
    const text = await read(STEPS.join('\n'));
    const answer = quote(question, text, 300);
    expect(answer?.text).toBe([...STEPS.slice(0, 3), `(${rest})`].join('\n'));
    expect(answer?.spans).toHaveLength(3);
  });

  test('among much prose is quoted by its steps all the same', () => {
    const prose = 'Nobody at the branch may see it or ask for it. '.repeat(8).trim();
    const text = `${prose} To reset it:\n${STEPS.slice(0, 3).join('\n')}`;
    const question = 'how do I reset the password with the button';
    expect(quote(question, text)?.text).toBe(['To reset it:', ...STEPS.slice(0, 3)].join('\n'));
  });

  test('is the one that is asked for where a passage has two', () => {
    const text = [
      'To close an account:',
      '1. Pay what is open, and wait until the payment is booked.',
      '2. Sign the form at the counter and give back all your cards.',
      '3. Take the receipt home.',
      'To replace a card:',
      '1. Block the lost card in the app, so that nobody can pay with it.',
      '2. Ask for a replacement and choose the branch where you fetch it.',
    ];
    expect(quote('how do I replace a lost card', text.join('\n'))?.text).toBe(text.slice(4).join('\n'));
  });
});

test('a list too long to be quoted says in words where items are left out', () => {
  const items = CITIES.map(
    (city, index) => `• ${city}: ${'a branch with parking, '.repeat(index % 2 && index < 9 ? 1 : 5)}open`,
  );
  const text = ['Branches:', ...items].join('\n');
  const lines = quote('branches open with parking in Jeddah, Abha, Hail', text)?.text.split('\n') ?? [];
  expect(lines.join('\n').length).toBeLessThanOrEqual(400);
  const all = ['Branches:', ...items];
  const quoted = lines.flatMap((line) => (all.includes(line) ? [all.indexOf(line)] : []));
  expect(quoted[0]).toBe(0);
  expect(quoted[1]).toBeGreaterThan(1);
  for (const [index, place] of quoted.slice(1).entries()) {
    const before = quoted[index] ?? 0;
    const between = lines.slice(lines.indexOf(all[before] ?? '') + 1, lines.indexOf(all[place] ?? ''));
    expect(between).toEqual(place === before + 1 ? [] : ['(some items are left out here)']);
  }
  expect(lines.at(-1)).toBe('(the rest is in the source)');
});

describe('an answered question', () => {
  const pairs = [
    'Q: Can I give my pass to my brother?\nA: No. A pass is personal and it is blocked at once. No fee is given back.',
    'Q: Is the pass waterproof?\nA: Yes, you can wear it in the pool. It must not get hotter than 60 degrees.',
    'Q: What does a lost pass cost?\nA: A lost pass costs 50 SAR. The fee is paid at the desk.',
  ];

  test.each([
    ['is the pass waterproof', 1],
    ['can my brother have my pass', 0],
    ['lost pass cost', 2],
  ])('is quoted with its question and nothing of another answer: %s', (question, section) => {
    expect(quote(question, pairs.join('\n'))?.text).toBe(pairs[section]);
  });

  test('keeps its question where the answer is too long', () => {
    const more = 'Guests of the club may rent one at the desk for a day. '.repeat(8).trim();
    const text = `${pairs[0]}\n${pairs[1]} ${more}\n${pairs[2]}`;
    const answer = quote('is the pass waterproof in the pool', text)?.text ?? '';
    expect(answer).toMatch(/^Q: Is the pass waterproof\?\nA: Yes, you can wear it in the pool\./u);
    expect(answer).not.toMatch(/brother|50 SAR|given back/u);
  });

  test('is quoted by its steps where it has them', () => {
    const text = `${pairs[0]}\nQ: How do I reset the password?\nA: As follows:\n${STEPS.join('\n')}\n${pairs[2]}`;
    const answer = quote('how do I reset the password', text)?.text;
    expect(answer).toBe(`Q: How do I reset the password?\nA: As follows:\n${STEPS.join('\n')}`);
  });
});
