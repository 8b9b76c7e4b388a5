import { Parser } from 'htmlparser2';

/** How a workbook shows a bare number. */
export type NumberShape = 'date' | 'time' | 'date-time' | 'percent';

const BUILT_IN: readonly (readonly [from: number, to: number, shape: NumberShape])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date-time'],
  [27, 31, 'date'],
  [32, 33, 'time'],
  [34, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
];

/** Shapes by cell style (the `s` of a cell), from `xl/styles.xml`; styles that show numbers as numbers are absent. */
export function readNumberShapes(stylesXml: string): Map<number, NumberShape> {
  const codes = new Map<number, string>();
  const shapes = new Map<number, NumberShape>();
  let inCellStyles = false;
  let style = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'xf' && inCellStyles) {
          const id = Number(attributes['numFmtId'] ?? 0);
          const shape =
            shapeOfCode(codes.get(id) ?? '') ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
          if (shape) shapes.set(style, shape);
          style++;
        }
      },
      onclosetag(name) {
        if (name === 'cellXfs') inCellStyles = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(stylesXml);
  return shapes;
}

function shapeOfCode(code: string): NumberShape | undefined {
  // Literal text, colours, locales and conditions are not the format.
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  if (bare.includes('%')) return 'percent';
  const hasTime = /[hs]/.test(bare) && !bare.includes('general');
  const hasDate = /[yd]/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : undefined;
}

const DAY_MS = 86_400_000;

/** The number as people read it: `2024-01-31`, `13:30`, `2024-01-31 13:30`, `15%`. Undefined when it has no such form. */
export function showNumber(value: number, shape: NumberShape, from1904: boolean): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (shape === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  // Day 60 is 29 February 1900, which never was; days before it are off by one.
  const days = from1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const date = new Date(Math.round((days - 25_569) * DAY_MS));
  if (value < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const [day = '', clock = ''] = date.toISOString().split('T');
  const time = clock.slice(0, clock.slice(6, 8) === '00' ? 5 : 8);
  if (shape === 'time') return time;
  return shape === 'date' || time === '00:00' ? day : `${day} ${time}`;
}
