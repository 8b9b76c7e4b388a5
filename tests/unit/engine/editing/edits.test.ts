import { expect, test } from 'vitest';
import type { Block } from '#gateway/engine/document.ts';
import { applyEdits, placedEdits } from '#gateway/engine/editing/apply-edits.ts';
import type { DocumentEdit, EditKind } from '#gateway/engine/editing/document-edit.ts';
import { createLocator } from '#gateway/engine/editing/locate-edits.ts';
import { createAnchorTaker } from '#gateway/engine/editing/take-anchor.ts';

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const at = (block: number, row = 0) => ({ block, row });

const INTRO = paragraph('تسري هذه الرسوم على جميع العملاء في المملكة.');
const FEE = paragraph('رسوم إصدار البطاقة الائتمانية 75 ريالًا سنويًا.');
const AFTER = paragraph('تضاف ضريبة القيمة المضافة إلى كل الرسوم المذكورة.');
const TABLE: Block = {
  kind: 'table',
  header: ['الخدمة', 'الرسم'],
  rows: [
    ['تحويل محلي', '5'],
    ['تحويل دولي', '50'],
    ['شيك', '25'],
  ],
  page: 1,
  pageBreaks: [{ offset: 2, page: 2 }],
};
const GUIDE: Block[] = [heading('البطاقات'), INTRO, FEE, AFTER, heading('الحوالات'), TABLE];

function editOf(
  kind: EditKind,
  first: { block: number; row: number },
  after: string[],
  { blocks = GUIDE, last = first }: { blocks?: Block[]; last?: typeof first } = {},
): DocumentEdit {
  const taker = createAnchorTaker(first, last);
  taker.add(blocks);
  const { anchor, items } = taker.end()!;
  return { id: 1, kind, after, anchor: { ...anchor, readingId: 1 }, before: items.map(({ text }) => text) };
}

function locate(edit: DocumentEdit, blocks: readonly Block[], readingId = 2) {
  const locator = createLocator(readingId, [edit]);
  for (const block of blocks) locator.add([block]);
  return locator.end();
}

function apply(edit: DocumentEdit, blocks: readonly Block[], readingId = 2): Block[] {
  const placed = placedEdits([edit], locate(edit, blocks, readingId));
  return blocks.flatMap((block, number) => applyEdits(block, number, placed).map((edited) => edited.block));
}

const CORRECTED = 'رسوم إصدار البطاقة الائتمانية 80 ريالًا سنويًا.';
const correction = editOf('replace', at(2), [CORRECTED]);

test('an anchor says what stands around a block, and is none of a block that is not there', () => {
  expect(correction.anchor).toMatchObject({
    headings: ['البطاقات'],
    before: ['البطاقات', 'تسري', 'هذه', 'الرسوم', 'علي', 'جميع', 'العملاء', 'في', 'المملكه'],
  });
  const taker = createAnchorTaker(at(5, 7), at(5, 7));
  taker.add(GUIDE);
  expect(taker.end()).toBeUndefined();
});

test('text is replaced, hidden and added after, in its reading', () => {
  expect(apply(correction, GUIDE, 1)[2]).toEqual(paragraph(CORRECTED));
  const hidden = editOf('hide', at(1), [], { last: at(2) });
  expect(apply(hidden, GUIDE, 1)).toEqual([GUIDE[0], ...GUIDE.slice(3)]);
  const note = editOf('insert', at(3), ['تُعفى بطاقات الطلاب.', 'اتصل بنا للمزيد.']);
  expect(apply(note, GUIDE, 1).slice(3, 6)).toEqual([
    AFTER,
    paragraph('تُعفى بطاقات الطلاب.'),
    paragraph('اتصل بنا للمزيد.'),
  ]);
});

test('the header of a table is replaced in every part of it, goes with its rows, and is found again', () => {
  const names = editOf('replace', at(5, -1), ['الخدمة', 'الرسم بالريال']);
  const renamed = { header: ['الخدمة', 'الرسم بالريال'] };
  expect(apply(names, GUIDE, 1)[5]).toMatchObject({ ...renamed, rows: TABLE.rows });
  const moved = [heading('الحوالات'), { ...TABLE, rows: [...TABLE.rows, ['حوالة سريعة', '90']] }];
  expect(apply(names, moved)[1]).toMatchObject(renamed);
  const changed = [...GUIDE.slice(0, 5), { ...TABLE, header: ['الخدمة', 'الرسم بالدولار'] }];
  expect(locate(names, changed).get(1)).toEqual({ state: 'conflict', now: 'الخدمة | الرسم بالدولار' });
  const same = [...GUIDE.slice(0, 5), { ...TABLE, ...renamed }];
  expect(locate(names, same).get(1)).toEqual({ state: 'ended' });
  const hidden = editOf('hide', at(5, -1), [], { last: at(5, 1) });
  expect(apply(hidden, GUIDE, 1)[5]).toMatchObject({ header: TABLE.header, rows: [['شيك', '25']] });
  const whole = editOf('hide', at(5, -1), [], { last: at(5, 2) });
  expect(apply(whole, GUIDE, 1)).toEqual(GUIDE.slice(0, 5));
});

test('rows of a table are replaced and hidden, and text added after one parts the table', () => {
  const fee = editOf('replace', at(5, 1), ['تحويل دولي', '45']);
  expect(apply(fee, GUIDE, 1)[5]).toMatchObject({
    rows: [
      ['تحويل محلي', '5'],
      ['تحويل دولي', '45'],
      ['شيك', '25'],
    ],
    pageBreaks: [{ offset: 2, page: 2 }],
  });
  const hidden = editOf('hide', at(5, 0), [], { last: at(5, 1) });
  expect(apply(hidden, GUIDE, 1)[5]).toEqual({
    kind: 'table',
    header: ['الخدمة', 'الرسم'],
    rows: [['شيك', '25']],
    page: 2,
  });
  const note = editOf('insert', at(5, 1), ['يضاف رسم البنك المراسل.']);
  expect(apply(note, GUIDE, 1).slice(5)).toMatchObject([
    {
      kind: 'table',
      rows: [
        ['تحويل محلي', '5'],
        ['تحويل دولي', '50'],
      ],
      page: 1,
    },
    { kind: 'paragraph', text: 'يضاف رسم البنك المراسل.', page: 1 },
    { kind: 'table', header: ['الخدمة', 'الرسم'], rows: [['شيك', '25']], page: 2 },
  ]);
});

test('in a new reading the same words take the edit, with other tashkeel and digits, and further down', () => {
  const spelled = paragraph('رُسُومُ إصدار البطاقة الائتمانية ٧٥ ريالًا سنويًا');
  const moved = [heading('مقدمة'), paragraph('أهلًا بكم.'), heading('البطاقات'), INTRO, spelled, AFTER];
  expect(apply(correction, moved)[4]).toEqual(paragraph(CORRECTED));
  const row = editOf('replace', at(5, 1), ['تحويل دولي', '45']);
  const longer: Block = { ...TABLE, rows: [['فتح حساب', '0'], ...TABLE.rows] };
  expect(apply(row, [...GUIDE.slice(0, 5), longer])[5]).toMatchObject({
    rows: [
      ['فتح حساب', '0'],
      ['تحويل محلي', '5'],
      ['تحويل دولي', '45'],
      ['شيك', '25'],
    ],
  });
});

test('an edit ends where the source says the same now', () => {
  const ended = { state: 'ended' };
  expect(locate(correction, GUIDE.with(2, paragraph(CORRECTED))).get(1)).toEqual(ended);
  const hidden = editOf('hide', at(2), []);
  expect(locate(hidden, GUIDE.toSpliced(2, 1)).get(1)).toEqual(ended);
  const note = editOf('insert', at(2), ['تُعفى بطاقات الطلاب.']);
  expect(locate(note, GUIDE.toSpliced(3, 0, paragraph('تعفى بطاقات الطلاب'))).get(1)).toEqual(ended);
});

test('changed words are a conflict with what the source says now', () => {
  const changed = 'رسوم إصدار البطاقة الائتمانية 90 ريالًا سنويًا.';
  expect(locate(correction, GUIDE.with(2, paragraph(changed))).get(1)).toEqual({
    state: 'conflict',
    now: changed,
  });
  const row = editOf('replace', at(5, 1), ['تحويل دولي', '45']);
  const dearer: Block = { ...TABLE, rows: TABLE.rows.with(1, ['تحويل دولي', '60']) };
  expect(locate(row, GUIDE.with(5, dearer)).get(1)).toEqual({ state: 'conflict', now: 'تحويل دولي | 60' });
  expect(locate(correction, GUIDE.toSpliced(2, 1)).get(1)).toEqual({ state: 'conflict', now: null });
});

test('few words under another heading, and words that stand twice, are a conflict', () => {
  const gold: Block[] = [heading('بطاقة ذهبية'), paragraph('75 ريالًا')];
  const silver: Block[] = [heading('بطاقة فضية'), paragraph('75 ريالًا')];
  const fee = editOf('replace', at(1), ['80 ريالًا'], { blocks: [...silver, ...gold] });
  expect(locate(fee, [...gold, ...silver]).get(1)).toMatchObject({ state: 'applied', first: at(3) });
  expect(locate(fee, [heading('بطاقة فضية'), paragraph('85 ريالًا'), ...gold]).get(1)).toEqual({
    state: 'conflict',
    now: '85 ريالًا',
  });
  expect(locate(correction, [...GUIDE.slice(0, 4), ...GUIDE.slice(0, 4)]).get(1)?.state).toBe('conflict');
});
