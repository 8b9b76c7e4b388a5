import type { OfficeContentNode } from 'officeparser';
import type { PageBreak } from '#gateway/engine/document.ts';

/** Noncharacters of Unicode where a page ends: by its author, and where the program last showed it. */
const [AUTHOR_BREAK, SHOWN_BREAK] = ['\ufdd2', '\ufdd3'];
const BREAK = /([\ufdd2\ufdd3])/;
/** The end of a page as text of a format whose parser knows no pages. */
export const PAGE_BREAK = AUTHOR_BREAK;

/** A break as text: a sign that `PageCounter` reads, or the end of a line. */
export function breakText(node: OfficeContentNode): string {
  const kind = node.type === 'break' ? node.metadata?.breakType : undefined;
  if (kind === 'page') return AUTHOR_BREAK;
  if (kind === 'lastRenderedPage') return SHOWN_BREAK;
  return kind === 'column' ? '' : '\n';
}

const BREAKS = new Set(['page', 'lastRenderedPage']);

/** Whether a document says where a page of it ends. */
export function hasPageBreaks(nodes: readonly OfficeContentNode[]): boolean {
  return nodes.some(
    (node) =>
      (node.type === 'break' && BREAKS.has(node.metadata?.breakType ?? '')) ||
      BREAK.test(node.text ?? '') ||
      hasPageBreaks(node.children ?? []),
  );
}

/** Where a text stands. */
interface Place {
  page?: number;
  pageBreaks?: PageBreak[];
}

/** The page (or slide, sheet) that a reader of nodes has come to; undefined where the document has none. */
export class PageCounter {
  page: number | undefined;
  /** The author ended a page and nothing followed: the program's own mark is of the same break. */
  #isEnded = false;

  constructor(page?: number) {
    this.page = page;
  }

  get location(): { page?: number } {
    return this.page === undefined ? {} : { page: this.page };
  }

  /** The text without signs of breaks, cleaned, and the pages that it stands on. */
  place(raw: string, clean: (text: string) => string): Place & { text: string } {
    let text = '';
    let start = this.location;
    const breaks: PageBreak[] = [];
    for (const piece of raw.split(BREAK)) {
      if (!BREAK.test(piece)) {
        text += piece;
        if (piece.trim() !== '') this.#isEnded = false;
        continue;
      }
      this.#turn(piece);
      const offset = clean(text).length;
      if (offset === 0) start = this.location;
      else if (this.page !== undefined) breaks.push({ offset, page: this.page });
    }
    const cleaned = clean(text);
    const pageBreaks = breaks.filter(({ offset }) => offset < cleaned.length);
    return { text: cleaned, ...start, ...(pageBreaks.length > 0 ? { pageBreaks } : {}) };
  }

  /** Beside each other, such as cells of a row: the first one that goes over most pages counts. */
  placeBeside(raws: readonly string[]): { texts: string[]; page?: number } {
    const most = raws.reduce((most, raw) => (countBreaks(raw) > countBreaks(most) ? raw : most), '');
    const { page } = this.place(raws.length === 1 ? (raws[0] ?? '') : most, (text) => text.trim());
    const texts = raws.map((raw) => raw.replaceAll(/[\ufdd2\ufdd3]/g, ''));
    if (texts.some((text) => text.trim() !== '')) this.#isEnded = false;
    return { texts, ...(page === undefined ? {} : { page }) };
  }

  #turn(sign: string): void {
    if (this.page === undefined) return;
    if (sign === AUTHOR_BREAK || !this.#isEnded) this.page++;
    this.#isEnded = sign === AUTHOR_BREAK;
  }
}

const countBreaks = (raw: string): number => raw.split(BREAK).length;
