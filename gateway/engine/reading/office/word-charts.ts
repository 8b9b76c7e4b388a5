import { strFromU8, strToU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { repack } from './blank-hidden.ts';
import { type ChartTable, readChart } from './chart-tables.ts';
import { findZipParts } from './zip-parts.ts';

const CHART = /^word\/charts\/chart[^/]*\.xml$/;
const DOCUMENT = 'word/document.xml';
const RELATIONS = 'word/_rels/document.xml.rels';
const MAX_PART_BYTES = 40_000_000;

/** A Word file with its charts as tables, and how many of its charts could not be shown so. */
interface WordCharts {
  bytes: Uint8Array;
  unreadCharts: number;
}

/**
 * Puts the figures of each chart, which the office library skips, as a table behind the paragraph that holds it. The same
 * bytes for a document without charts.
 */
export function insertWordCharts(bytes: Uint8Array): WordCharts {
  if (![...findZipParts(bytes).keys()].some((name) => CHART.test(name))) return { bytes, unreadCharts: 0 };
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        originalSize <= MAX_PART_BYTES && (CHART.test(name) || name === DOCUMENT || name === RELATIONS),
    });
    const textOf = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    const paths = new Map<string, string>();
    const onopentag = (_: string, { Id = '', Target = '' }: Record<string, string>): void =>
      void paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `word/${Target}`);
    new Parser({ onopentag }, { xmlMode: true }).end(textOf(RELATIONS));
    const xml = textOf(DOCUMENT);
    let shown = '';
    let offset = 0;
    let unreadCharts = 0;
    for (const { end, ids, isInCell } of findCharts(xml)) {
      shown += xml.slice(offset, end);
      offset = end;
      for (const id of ids) {
        const chart = readChart(textOf(paths.get(id) ?? ''));
        // A table inside of a cell would take the table around apart.
        if (chart.rows.length === 0 || isInCell) unreadCharts++;
        else shown += renderChart(chart);
      }
    }
    if (offset === 0) return { bytes, unreadCharts };
    return { bytes: repack(bytes, { [DOCUMENT]: strToU8(shown + xml.slice(offset)) }), unreadCharts };
  } catch {
    // An archive that is not as expected is the office library's to judge.
    return { bytes, unreadCharts: 0 };
  }
}

/** Ends of the outermost paragraphs that hold charts, in UTF-16 units, with the ids of their relationships. */
function findCharts(xml: string): { end: number; ids: Set<string>; isInCell: boolean }[] {
  const paragraphs: { end: number; ids: Set<string>; isInCell: boolean }[] = [];
  let ids = new Set<string>();
  let depth = 0;
  let cells = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:tc') cells++;
        else if (name === 'w:p' && depth++ === 0) ids = new Set();
        // `c:chart`, and `cx:chart` of kinds that came later.
        else if (/^cx?:chart$/.test(name) && attributes['r:id']) ids.add(attributes['r:id']);
      },
      onclosetag(name) {
        if (name === 'w:tc') cells--;
        else if (name === 'w:p' && --depth === 0 && ids.size > 0)
          paragraphs.push({ end: parser.endIndex + 1, ids, isInCell: cells > 0 });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return paragraphs;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const paragraph = (text: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

function renderChart({ title, header, rows }: ChartTable): string {
  const row = (texts: readonly string[], properties = ''): string =>
    `<w:tr>${properties}${texts.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`;
  const head = row(header, '<w:trPr><w:tblHeader/></w:trPr>');
  return `${title && paragraph(title)}<w:tbl>${head}${rows.map((texts) => row(texts)).join('')}</w:tbl>`;
}
