import { describe, expect, test } from 'vitest';
import { detectAlignedTables } from '#gateway/engine/reading/pdf/aligned-tables.ts';
import { addToTable, beginTable, finishTable } from '#gateway/engine/reading/pdf/assemble-blocks.ts';
import type { LinePiece } from '#gateway/engine/reading/pdf/page-lines.ts';

type Cell = [text: string, right: number];

/** Lines from the top down, pieces from right to left, as a right-to-left page gives them. */
function layOut(lines: { step?: number; cells: Cell[] }[]): LinePiece[] {
  let y = 760;
  return lines.flatMap(({ step = 18, cells }, line) => {
    y -= step;
    return cells.map(([text, right]) => piece(text, right, y, line));
  });
}

function piece(text: string, right: number, y: number, line: number): LinePiece {
  return {
    page: 1,
    text,
    y,
    left: right - 5 * text.length,
    right,
    size: 11,
    isUpright: true,
    bold: false,
    rightToLeft: true,
    container: undefined,
    artifact: false,
    bulleted: false,
    glyphs: text.length,
    unmapped: 0,
    line,
  };
}

/** The rows found, or undefined where nothing was taken for a table. */
function findRows(pieces: LinePiece[]): string[][] | undefined {
  const cells = detectAlignedTables(pieces, -1).filter((piece) => piece.container !== undefined);
  const [first] = cells;
  if (first === undefined) return undefined;
  const draft = beginTable(first, first.container!);
  for (const cell of cells) addToTable(draft, cell, cell.container!);
  const table = finishTable(draft, true);
  return table.kind === 'table' ? [...(table.header ? [table.header] : []), ...table.rows] : undefined;
}

describe('rows that stand in columns without tags or lines', () => {
  test('are a table, figures and Latin names among them', () => {
    const rows: Cell[][] = [
      [
        ['الباقة', 500],
        ['السعر', 380],
        ['الخادم', 260],
      ],
      [
        ['الأساسية', 500],
        ['49.50', 380],
        ['Basic', 260],
      ],
      [
        ['الأعمال', 500],
        ['1,250.00', 380],
        ['Pro 2', 260],
      ],
    ];
    const texts = rows.map((row) => row.map(([text]) => text));
    expect(findRows(layOut(rows.map((cells) => ({ cells }))))).toEqual(texts);
  });

  test('take in the lines over which a cell wraps', () => {
    const lines = [
      {
        cells: [
          ['الفرع', 500],
          ['الملاحظات', 380],
          ['المدينة', 200],
        ] as Cell[],
      },
      {
        cells: [
          ['الروضة', 500],
          ['أُغلق شهرًا للصيانة', 380],
          ['الرياض', 200],
        ] as Cell[],
        step: 30,
      },
      { cells: [['ثم أُعيد افتتاحه', 380]] as Cell[], step: 14 },
      {
        cells: [
          ['النخيل', 500],
          ['لا يوجد', 380],
          ['جدة', 200],
        ] as Cell[],
        step: 30,
      },
    ];
    expect(findRows(layOut(lines))).toEqual([
      ['الفرع', 'الملاحظات', 'المدينة'],
      ['الروضة', 'أُغلق شهرًا للصيانة ثم أُعيد افتتاحه', 'الرياض'],
      ['النخيل', 'لا يوجد', 'جدة'],
    ]);
  });

  test('leave the text above and below where it is', () => {
    const row = (name: string, price: string): { cells: Cell[] } => ({
      cells: [
        [name, 500],
        [price, 300],
      ],
    });
    const above = { cells: [['يعرض هذا الجدول أسعار الباقات كما هي', 500]] as Cell[] };
    const below = { cells: [['انتهى الجدول وما بعده نص من سطر واحد', 500]] as Cell[], step: 60 };
    const pieces = layOut([above, row('الباقة', 'السعر'), row('الأولى', '10'), row('الثانية', '20'), below]);
    const cells = detectAlignedTables(pieces, -1);
    expect(cells.filter((piece) => piece.container === undefined).map(({ text }) => text)).toEqual([
      'يعرض هذا الجدول أسعار الباقات كما هي',
      'انتهى الجدول وما بعده نص من سطر واحد',
    ]);
    expect(cells.map(({ line }) => line)).toEqual(pieces.map(({ line }) => line));
  });
});

describe('what stands side by side and is no table', () => {
  test('text in two columns', () => {
    const right = 'وتسلّم بطاقات الدخول من مكتب الاستقبال بعد تعبئة النموذج المعد لذلك';
    const leftText = 'وعلى من لم يستلم بطاقته أن يراجع إدارة الأمن قبل نهاية الأسبوع';
    const lines = Array.from({ length: 8 }, () => ({
      cells: [
        [right, 900],
        [leftText, 450],
      ] as Cell[],
    }));
    expect(findRows(layOut(lines))).toBeUndefined();
  });

  test('a list whose numbers or bullets stand apart', () => {
    const items = ['افتح التطبيق', 'أدخل رقم الهوية', 'أدخل رمز التحقق', 'راجع بريدك'];
    for (const mark of [
      (index: number) => `${index + 1}.`,
      () => '•',
      (index: number) => `(${'أبجد'[index]!})`,
    ]) {
      const lines = items.map((text, index) => ({
        cells: [
          [mark(index), 500],
          [text, 470],
        ] as Cell[],
      }));
      expect(findRows(layOut(lines))).toBeUndefined();
    }
  });

  test('two pieces of one line alone, as a letter has its date and its number', () => {
    const lines = [
      {
        cells: [
          ['الرقم: 1447/12', 500],
          ['التاريخ: 2025/03/21', 200],
        ] as Cell[],
      },
      { cells: [['السلام عليكم ورحمة الله وبركاته وبعد', 500]] as Cell[] },
      { cells: [['فقد تقرر نقل مقر الإدارة إلى المبنى', 500]] as Cell[] },
    ];
    expect(findRows(layOut(lines))).toBeUndefined();
  });
});
