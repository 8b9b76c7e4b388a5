import { describe, expect, test } from 'vitest';
import { foldText } from '#common/fold-text.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { comparePassages } from '#gateway/engine/compare/compare-passages.ts';
import type { ComparedPassage } from '#gateway/engine/compare/passage-change.ts';
import type { Block } from '#gateway/engine/document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';

const passage = (text: string, sectionTitle = 'الرسوم', page: number | null = null) => ({
  text,
  sectionTitle,
  page,
  sourceId: 1,
});
const number = (passages: Omit<ComparedPassage, 'ordinal'>[]): ComparedPassage[] =>
  passages.map((item, ordinal) => ({ ...item, ordinal }));
const compare = (before: ReturnType<typeof passage>[], after: ReturnType<typeof passage>[]) =>
  comparePassages(number(before), number(after));
const split = (blocks: Block[]): ComparedPassage[] =>
  splitDocument({ blocks }).map((item) => ({ ...item, sourceId: 1 }));

const FEES = 'رسوم تجديد الإقامة 300 ريال لكل سنة، وتُدفع قبل تقديم الطلب.';
const HOURS = 'يفتح الفرع من الثامنة صباحًا حتى الثالثة عصرًا من الأحد إلى الخميس.';
const PAPERS = 'المستندات المطلوبة: جواز السفر وصورة شخصية وعقد العمل.';
const REFUND = 'تُرد الرسوم خلال أربعة عشر يومًا من إلغاء الطلب.';

describe('comparing passages', () => {
  test('reports nothing for the same text on other pages', async () => {
    const { counts, changes } = await compare(
      [passage(FEES, 'الرسوم', 1), passage(HOURS)],
      [passage(FEES, 'الرسوم', 2), passage(HOURS)],
    );
    expect(changes).toEqual([]);
    expect(counts).toEqual({ same: 2, added: 0, removed: 0, changed: 0, moved: 0 });
  });

  test('tells added, removed, changed and moved passages apart, in the order of the later text', async () => {
    const newFees = FEES.replace('300', '350');
    const { counts, changes } = await compare(
      [FEES, HOURS, PAPERS, REFUND].map((text) => passage(text)),
      [REFUND, newFees, HOURS, 'خدمة جديدة: توصيل الجواز إلى المنزل برسوم إضافية.'].map((text) =>
        passage(text),
      ),
    );
    expect(changes.map(({ kind, before, after }) => [kind, before?.text, after?.text])).toEqual([
      ['moved', REFUND, REFUND],
      ['changed', FEES, newFees],
      ['removed', PAPERS, undefined],
      ['added', undefined, 'خدمة جديدة: توصيل الجواز إلى المنزل برسوم إضافية.'],
    ]);
    expect(counts).toEqual({ same: 1, added: 1, removed: 1, changed: 1, moved: 1 });
  });

  test.each([
    ['tashkeel', passage('تدفع الرسوم نقدا.'), passage('تُدفَع الرسومُ نقدًا.')],
    ['digits', passage('الرسوم 1,250 ريال.'), passage('الرسوم ١٢٥٠ ريال.')],
    ['section', passage(HOURS, 'الدوام'), passage(HOURS, 'أوقات العمل')],
    [null, passage('الرسوم 300 ريال.'), passage('الرسوم ٤٠٠ ريال.')],
    [null, passage('ايام العمل.'), passage('أيام العمل.')],
  ])('says that only %s differs', async (only, before, after) => {
    const { changes } = await compare([before, passage(PAPERS)], [after, passage(PAPERS)]);
    expect(changes.map((change) => change.only)).toEqual(
      // Nothing in common but two words of three.
      changes[0]?.kind === 'changed' ? [only] : [null, null],
    );
    expect(changes[0]?.before?.text).toBe(before.text);
  });

  test('reports a renamed heading once, not for each of its passages', async () => {
    const texts = [FEES, HOURS, PAPERS];
    const { counts, changes } = await compare(
      texts.map((text) => passage(text, 'قديم')),
      texts.map((text) => passage(text, 'جديد')),
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ only: 'section', after: { text: FEES } });
    expect(counts).toEqual({ same: 2, added: 0, removed: 0, changed: 1, moved: 0 });
  });

  test('compares rows of a table one by one', async () => {
    const rows = (fee: string) =>
      ['الخدمة: إصدار | الرسوم: 200', `الخدمة: تجديد | الرسوم: ${fee}`, 'الخدمة: نقل | الرسوم: 400'].join(
        '\n',
      );
    const { changes } = await compare([passage(rows('300'))], [passage(rows('350'))]);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.before?.text).toBe(rows('300'));
    expect(changes[0]?.after?.text).toBe(rows('350'));
  });

  const sentence = (number: number) => `البند رقم ${number} يشرح واجبًا من واجبات الموظف شرحًا كافيًا للعمل به.`;
  /** About fifty printed pages in a single section: a border that shifts is followed by all others. */
  const paragraphs = Array.from({ length: 400 }, (_, index) =>
    Array.from({ length: 3 }, (_, part) => sentence(index * 3 + part)).join(' '),
  );
  const toBlocks = (texts: string[]): Block[] => texts.map((text) => ({ kind: 'paragraph', text }));

  test.each([
    ['paragraph', (texts: string[]) => texts.toSpliced(11, 0, 'لا يُعمل بهذا البند في رمضان أو الأعياد.')],
    ['sentence', (texts: string[]) => texts.with(11, `${texts[11]} لا يُعمل بهذا البند في رمضان.`)],
    [
      'sentence that is gone',
      (texts: string[]) => texts.with(11, texts[11]?.replace(/^[^.]+\. /u, '') ?? ''),
    ],
  ])('reports one added %s in fifty pages as three changes at most', async (_, edit) => {
    const [before, after] = [split(toBlocks(paragraphs)), split(toBlocks(edit(paragraphs)))];
    const { counts, changes } = await comparePassages(before, after);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.length).toBeLessThanOrEqual(3);
    expect(counts.same).toBe(after.length - changes.length);
  });

  test('counts the sentence that a cut paragraph repeats once', async () => {
    const long = Array.from({ length: 200 }, (_, index) => sentence(index)).join(' ');
    const edited = long.replace(sentence(40), `${sentence(40)} لا يُعمل بهذا البند في رمضان.`);
    const { changes } = await comparePassages(
      split([{ kind: 'paragraph', text: long }]),
      split([{ kind: 'paragraph', text: edited }]),
    );
    expect(changes.length).toBeLessThanOrEqual(3);
    expect(changes.some(({ after }) => after?.text.includes('رمضان'))).toBe(true);
  });

  test('the changes turn the statements of one text into those of the other', async () => {
    let seed = 7;
    let added = 0;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const statements = (items: readonly (ComparedPassage | null)[]) =>
      items.flatMap((item) => splitSentences(item?.text ?? '').map(({ text }) => foldText(text))).sort();
    const without = (all: string[], some: string[]) =>
      some.reduce((rest, item) => rest.toSpliced(rest.indexOf(item), 1), all);
    for (let round = 0; round < 60; round++) {
      const before = Array.from({ length: 30 }, (_, index) => sentence(index));
      let after = before;
      for (let edit = random(8); edit >= 0; edit--) {
        const place = random(after.length);
        after =
          [
            () => after.toSpliced(place, 1),
            () => after.toSpliced(place, 0, sentence(100 + added++)),
            () => after.with(place, `${after[place]} (معدّل)`),
            () => [...after.toSpliced(place, 3), ...after.slice(place, place + 3)],
          ][random(4)]?.() ?? after;
      }
      const [earlier, later] = [split(toBlocks(before)), split(toBlocks(after))];
      const { counts, changes } = await comparePassages(earlier, later);
      expect(counts.same + counts.added + counts.changed + counts.moved).toBe(later.length);
      const gone = statements(changes.map((change) => change.before));
      const come = statements(changes.map((change) => change.after));
      expect([...without(statements(earlier), gone), ...come].sort()).toEqual(statements(later));
    }
  });
});
