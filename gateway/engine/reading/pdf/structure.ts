import type { Pdfium } from './pdfium.ts';

/** The block element of the document's own structure that a stretch of a page belongs to. */
export interface Container {
  kind: 'heading' | 'paragraph' | 'list-item' | 'cell';
  /** 1 to 6, for headings. */
  level: number;
  /** Identity of table and row, and whether the cell is a header cell; for cells only. */
  table: number;
  row: number;
  header: boolean;
  /** The element has content on the page before, or on the page after. */
  continued: boolean;
  continues: boolean;
}

const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 60;
const HEADING = /^H([1-6])?$/u;
const BLOCKS = new Set([
  'P',
  'Caption',
  'BlockQuote',
  'Title',
  'TOCI',
  'Note',
  'FENote',
  'Formula',
  'Code',
  'BibEntry',
  'Index',
  'Figure',
]);
const GROUPS = new Set([
  'Document',
  'DocumentFragment',
  'Part',
  'Art',
  'Sect',
  'Div',
  'NonStruct',
  'Private',
  'Table',
  'TR',
  'THead',
  'TBody',
  'TFoot',
  'L',
  'TOC',
  'Aside',
]);

interface Walk {
  container: Container | undefined;
  table: number;
  row: number;
}

/** Containers of one page by marked-content id; empty for a page without tags. */
export function readStructure(pdfium: Pdfium, page: number): Map<number, Container> {
  const { api } = pdfium;
  const containers = new Map<number, Container>();
  const tree = api.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return containers;
  let seen = 0;

  const visit = (element: number, walk: Walk, depth: number): void => {
    seen += 1;
    if (element === 0 || seen > MAX_ELEMENTS || depth > MAX_DEPTH) return;
    const type = pdfium.utf16((buffer, length) => api.FPDF_StructElement_GetType(element, buffer, length));
    const inner = enter(type, element, walk);
    const count = api.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index += 1) {
      const child = api.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child !== 0) {
        visit(child, inner, depth + 1);
        continue;
      }
      const mcid = api.FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (mcid >= 0) {
        inner.container ??= makeContainer('paragraph', walk);
        containers.set(mcid, inner.container);
      } else if (inner.container !== undefined && index === 0) inner.container.continued = true;
      else if (inner.container !== undefined && index === count - 1) inner.container.continues = true;
    }
  };

  try {
    const count = api.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < count; index += 1) {
      visit(api.FPDF_StructTree_GetChildAtIndex(tree, index), { container: undefined, table: 0, row: 0 }, 0);
    }
  } finally {
    api.FPDF_StructTree_Close(tree);
  }
  return containers;
}

function enter(type: string, element: number, walk: Walk): Walk {
  if (type === 'Table') return { container: undefined, table: element, row: 0 };
  if (type === 'TR') return { container: undefined, table: walk.table, row: element };
  if ((type === 'TD' || type === 'TH') && walk.row !== 0) {
    const container = makeContainer('cell', walk);
    container.header = type === 'TH';
    return { ...walk, container };
  }
  if (type === 'LI') return { ...walk, container: makeContainer('list-item', walk) };
  const heading = HEADING.exec(type);
  const inside = walk.container?.kind === 'cell' || walk.container?.kind === 'list-item';
  if (heading !== null && walk.container?.kind !== 'cell') {
    const container = makeContainer('heading', walk);
    container.level = heading[1] === undefined ? 2 : Number(heading[1]);
    return { ...walk, container };
  }
  if (BLOCKS.has(type) && !inside) return { ...walk, container: makeContainer('paragraph', walk) };
  // A group's own text is a paragraph of that group, not of whatever stands around it.
  if (GROUPS.has(type) && !inside && walk.container?.kind !== 'heading' && type !== 'NonStruct') {
    return { ...walk, container: undefined };
  }
  return walk.container === undefined ? { ...walk } : walk;
}

function makeContainer(kind: Container['kind'], walk: Walk): Container {
  return {
    kind,
    level: 0,
    table: walk.table,
    row: walk.row,
    header: false,
    continued: false,
    continues: false,
  };
}
