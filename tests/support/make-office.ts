import { strToU8, zipSync } from 'fflate';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

function archive(files: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

function contentTypes(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`;
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${REL}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/**
 * A Word file from the inner XML of its body, of its style sheet, and of its lists' levels: those of list 1 first; charts
 * are the relationships from `rId3` on.
 */
export function makeDocx(
  body: string,
  styles = '',
  lists: readonly string[] = [],
  charts: readonly string[] = [],
): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return archive({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${type}.document.main+xml`,
      'word/styles.xml': `${type}.styles+xml`,
      'word/numbering.xml': `${type}.numbering+xml`,
    }),
    '_rels/.rels': relationships([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationships([
      ['styles', 'styles.xml'],
      ['numbering', 'numbering.xml'],
      ...charts.map((_, index) => ['chart', `charts/chart${index + 1}.xml`] as const),
    ]),
    ...Object.fromEntries(charts.map((chart, index) => [`word/charts/chart${index + 1}.xml`, chart])),
    'word/numbering.xml': `<w:numbering ${w}>${lists.map(abstractList).join('')}${lists.map(list).join('')}</w:numbering>`,
    'word/styles.xml': `<w:styles ${w}>${styles}</w:styles>`,
    'word/document.xml': `<w:document ${w}><w:body>${body}</w:body></w:document>`,
  });
}

const abstractList = (levels: string, index: number): string =>
  `<w:abstractNum w:abstractNumId="${index + 1}">${levels}</w:abstractNum>`;
const list = (_: string, index: number): string =>
  `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index + 1}"/></w:num>`;

/** A number, as the file is to write it, and which of the workbook's cell styles it has. */
interface Styled {
  number: number | string;
  style: number;
}

/** A formula, and what the program stored as its result. */
interface Formula {
  formula: string;
  result?: string;
}

type Cell = string | number | Styled | Formula;

/** A sheet of a workbook: a name and rows of inline strings, numbers and formulas; more XML goes around the rows. */
interface SheetText {
  name: string;
  rows: readonly (readonly Cell[])[];
  state?: 'hidden' | 'veryHidden';
  /** Rows by number from 0. */
  hiddenRows?: readonly number[];
  before?: string;
  after?: string;
}

/** A workbook, its style sheet and more parts by path; `names` are its defined names. */
export function makeXlsx(
  sheets: readonly SheetText[],
  styles = '',
  { names = '', parts = {} }: { names?: string; parts?: Record<string, string> } = {},
): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const cell = (value: Cell, row: number, column: number): string => {
    const reference = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (typeof value === 'object' && 'formula' in value)
      return `<c r="${reference}"><f>${value.formula}</f>${value.result === undefined ? '' : `<v>${value.result}</v>`}</c>`;
    if (typeof value === 'object') return `<c r="${reference}" s="${value.style}"><v>${value.number}</v></c>`;
    return typeof value === 'number'
      ? `<c r="${reference}"><v>${value}</v></c>`
      : value === ''
        ? ''
        : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${type}.sheet.main+xml`,
      ...Object.fromEntries(
        sheets.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, `${type}.worksheet+xml`]),
      ),
    }),
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    'xl/_rels/workbook.xml.rels': relationships(
      sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
    ),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${REL}"><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets>${names && `<definedNames>${names}</definedNames>`}</workbook>`,
    ...parts,
  };
  sheets.forEach(({ rows, hiddenRows = [], before = '', after = '' }, index) => {
    const body = rows.map((row, r) => {
      const hidden = hiddenRows.includes(r) ? ' hidden="1"' : '';
      return `<row r="${r + 1}"${hidden}>${row.map((value, c) => cell(value, r, c)).join('')}</row>`;
    });
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet ${main}>${before}<sheetData>${body.join('')}</sheetData>${after}</worksheet>`;
  });
  return archive(files);
}

/** A slide: a title, its bullet points and, if any, speaker notes. */
interface SlideText {
  title: string;
  points: readonly string[];
  notes?: string;
  isHidden?: boolean;
  /** XML of more shapes of the slide and of its notes. */
  shapes?: string;
  notesShapes?: string;
  /** XML of a chart part, the last relationship of the slide. */
  chart?: string;
}

/** A presentation. */
export function makePptx(slides: readonly SlideText[]): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.presentationml';
  const names = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${REL}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
  const paragraph = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shape = (kind: string, id: number, texts: readonly string[]): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${kind}"/><p:cNvSpPr/><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${texts.map(paragraph).join('')}</p:txBody></p:sp>`;
  const tree = (shapes: string): string =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const numbers = slides.map((_, index) => index + 1);
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': `${type}.presentation.main+xml`,
      ...Object.fromEntries(numbers.map((n) => [`ppt/slides/slide${n}.xml`, `${type}.slide+xml`])),
      ...Object.fromEntries(
        numbers.map((n) => [`ppt/notesSlides/notesSlide${n}.xml`, `${type}.notesSlide+xml`]),
      ),
    }),
    '_rels/.rels': relationships([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/_rels/presentation.xml.rels': relationships(numbers.map((n) => ['slide', `slides/slide${n}.xml`])),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
  };
  slides.forEach((slide, index) => {
    const { title, points, notes, isHidden, shapes = '', notesShapes = '', chart } = slide;
    const all = shape('title', 2, [title]) + shape('body', 3, points) + shapes;
    files[`ppt/slides/slide${index + 1}.xml`] =
      `<p:sld ${names}${isHidden ? ' show="0"' : ''}>${tree(all)}</p:sld>`;
    const targets: [string, string][] = [];
    if (notes !== undefined) {
      targets.push(['notesSlide', `../notesSlides/notesSlide${index + 1}.xml`]);
      files[`ppt/notesSlides/notesSlide${index + 1}.xml`] =
        `<p:notes ${names}>${tree(shape('body', 2, [notes]) + notesShapes)}</p:notes>`;
    }
    if (chart !== undefined) {
      targets.push(['chart', `../charts/chart${index + 1}.xml`]);
      files[`ppt/charts/chart${index + 1}.xml`] = chart;
    }
    if (targets.length > 0) files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relationships(targets);
  });
  return archive(files);
}
