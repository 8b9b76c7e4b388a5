import type { Pdfium } from './pdfium.ts';

/** An entry of the outline: a section title with its depth and place. */
export interface Bookmark {
  title: string;
  /** 1 for the outermost. */
  level: number;
  /** 1-based, 0 when the entry leads nowhere. */
  page: number;
  /** Height on the page in points, when the entry says so. */
  y: number | undefined;
}

const MAX_BOOKMARKS = 5000;
const MAX_DEPTH = 12;

/** Reads the outline in its order; loops and endless outlines are cut. */
export function readBookmarks(pdfium: Pdfium, document: number): Bookmark[] {
  const { api, scratch } = pdfium;
  const bookmarks: Bookmark[] = [];
  const seen = new Set<number>();

  const visit = (parent: number, level: number): void => {
    let entry = api.FPDFBookmark_GetFirstChild(document, parent);
    while (entry !== 0 && !seen.has(entry) && bookmarks.length < MAX_BOOKMARKS) {
      seen.add(entry);
      const handle = entry;
      const title = pdfium
        .utf16((buffer, length) => api.FPDFBookmark_GetTitle(handle, buffer, length))
        .replaceAll(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
        .trim();
      const destination = api.FPDFBookmark_GetDest(document, entry);
      const page = destination === 0 ? 0 : api.FPDFDest_GetDestPageIndex(document, destination) + 1;
      let y: number | undefined;
      if (
        destination !== 0 &&
        api.FPDFDest_GetLocationInPage(
          destination,
          scratch,
          scratch + 4,
          scratch + 8,
          scratch + 12,
          scratch + 16,
          scratch + 20,
        ) &&
        pdfium.int(4) !== 0
      ) {
        y = pdfium.float(16);
      }
      if (title !== '') bookmarks.push({ title, level, page, y });
      if (level < MAX_DEPTH) visit(entry, level + 1);
      entry = api.FPDFBookmark_GetNextSibling(document, entry);
    }
  };

  visit(0, 1);
  return bookmarks;
}
