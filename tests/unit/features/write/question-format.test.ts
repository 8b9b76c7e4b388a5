import { describe, expect, test } from 'vitest';
import { readMd } from '#gateway/engine/reading/read-md.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import {
  parseQuestions,
  printQuestions,
  type QuestionPair,
  tidyPair,
} from '#src/features/write/question-format.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { isNight } from '#tests/support/full-counts.ts';

const passagesOf = async (markdown: string) =>
  splitDocument(await readMd(new TextEncoder().encode(markdown))).map(({ sectionTitle, text }) => [
    sectionTitle,
    text,
  ]);

const HOURS: QuestionPair[] = [
  { question: 'متى تفتح الفروع في رمضان؟', answer: 'من العاشرة صباحًا حتى الثالثة عصرًا.' },
  { question: 'What is *155# for?', answer: 'To ask for the balance.\n\n- free of charge\n- in Arabic too' },
];

test('each pair is a passage whose section title is the question', async () => {
  expect(await passagesOf(printQuestions(HOURS))).toEqual([
    ['متى تفتح الفروع في رمضان؟', 'من العاشرة صباحًا حتى الثالثة عصرًا.'],
    ['What is *155# for?', 'To ask for the balance.\n• free of charge\n• in Arabic too'],
  ]);
});

test('a file is Markdown that others read as well', () => {
  expect(printQuestions(HOURS.slice(0, 1))).toBe(
    '# متى تفتح الفروع في رمضان؟ #\n\nمن العاشرة صباحًا حتى الثالثة عصرًا.\n',
  );
});

test('headings within an answer stay below its question, code stays as it is', async () => {
  const answer = '# الرسوم\n\nخمسون ريالًا.\n\n```sh\n# تعليق\n```\n\n## تفصيل\n\nلا شيء.';
  const pair = { question: 'كم الرسوم؟', answer };
  const markdown = printQuestions([pair, ...HOURS]);
  expect(markdown).toContain('```sh\n# تعليق\n```');
  expect(parseQuestions(markdown)).toEqual([pair, ...HOURS]);
  expect((await passagesOf(markdown)).map(([title]) => title)).toEqual([
    'كم الرسوم؟ › الرسوم',
    'كم الرسوم؟ › الرسوم › تفصيل',
    ...HOURS.map(({ question }) => question),
  ]);
});

test('code that was left open swallows no other question', () => {
  const open = { question: 'كيف؟', answer: '\n```\n# تعليق\n' };
  const closed = { question: 'كيف؟', answer: '```\n# تعليق\n```' };
  expect(parseQuestions(printQuestions([open, ...HOURS]))).toEqual([closed, ...HOURS]);
});

test.each([
  ['a text', 'تفتح الفروع في العاشرة.\n'],
  ['text before the first question', `مقدمة\n\n${printQuestions(HOURS)}`],
  ['plain headings', '# الدوام\n\nمن التاسعة.\n'],
  ['a plain heading between questions', `${printQuestions(HOURS)}\n# الدوام\n\nمن التاسعة.\n`],
  ['nothing', '\n'],
])('%s is no list of questions', (_, markdown) => {
  expect(parseQuestions(markdown)).toBeUndefined();
});

test('a file that passed through another system is still questions', () => {
  const markdown = printQuestions(HOURS);
  expect(parseQuestions(`\uFEFF${markdown.replaceAll('\n', '\r\n')}\r\n\r\n`)).toEqual(HOURS);
});

describe('any pairs', () => {
  const WORDS = [
    'متى',
    'الفرع؟',
    '٥٠',
    'SIM',
    'ـ',
    '*155#',
    'a_b',
    '_c_',
    '[د]',
    '<b>',
    '&amp;',
    '\\',
    '`x`',
    '~~',
    '#',
  ];
  const LINES = [
    '',
    '   ',
    'نص عادي',
    '# عنوان',
    '## عنوان #',
    '### H3 ##',
    '####### سبعة',
    '#',
    '# س #',
    '#وسم',
    ' # مزاح',
    '    # code',
    '```',
    '```js',
    '````',
    '~~~',
    '`````',
    '- بند',
    '1. first',
    '> قول',
    '| أ | ب |',
    '|---|---|',
    '---',
    '\\# حرفي',
    'آخر  ',
    '\tx',
  ]; // prettier-ignore
  const random = createRandom(148);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const some = (most: number) => 1 + Math.floor(random() * most);
  const anyPair = (): QuestionPair => ({
    question: Array.from({ length: some(6) }, () => pick(WORDS)).join(' '),
    answer: Array.from({ length: some(9) }, () => pick(LINES)).join('\n'),
  });
  const SETS = Array.from({ length: isNight ? 20_000 : 1_000 }, () =>
    Array.from({ length: some(5) }, anyPair),
  );

  test('read back as they were printed', () => {
    for (const pairs of SETS) {
      const tidy = pairs.map(tidyPair);
      const markdown = printQuestions(pairs);
      expect({ markdown, pairs: parseQuestions(markdown) }).toEqual({ markdown, pairs: tidy });
      expect(printQuestions(tidy)).toBe(markdown);
      expect(tidy.map(tidyPair)).toEqual(tidy);
    }
  });

  test('give each passage the question that it belongs to', async () => {
    // Quotations and underlined lines have headings of their own, which is what their author wrote.
    const sets = SETS.slice(0, isNight ? 5_000 : 300).map((pairs) =>
      pairs
        .map((pair, place) => ({
          // A sign at the end of a heading is taken for a link to it.
          question: `${place} ${pair.question} متى؟`,
          answer: `جواب ${place}\n\n${pair.answer.replace(/^(?:---|>.*)$/gmu, '')}`,
        }))
        .map(tidyPair),
    );
    for (const pairs of sets) {
      const markdown = printQuestions(pairs);
      const titles = new Map(
        (await passagesOf(markdown)).map(([title = '', text = '']) => [text.split('\n')[0], title]),
      );
      const words = (text: string | undefined) => text?.replace(/[ـ\s]+/gu, ' ').trim();
      const places = pairs.map((_, place) => words(titles.get(`جواب ${place}`)));
      expect({ markdown, places }).toEqual({
        markdown,
        places: pairs.map(({ question }) => words(question)),
      });
    }
  });
});
