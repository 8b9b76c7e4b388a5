import { HEALTH_LIMITS, type HealthItem, type ReadWarning } from '#gateway/engine/document.ts';
import { makeItem, mergeItems } from '#gateway/engine/health/health-items.ts';
import {
  type HiddenText,
  recordHidden,
  reportLeftOut,
  warnAbout,
} from '#gateway/engine/reading/hidden-text.ts';
import { type DroppedText, emptyDropped } from './edits.ts';

/** A count with the first samples and the sheets that they come from. */
interface Tally {
  count: number;
  samples: string[];
  pages: Set<number>;
}

/** What a reader of a workbook left out, or read although a person may not see it. */
export interface SheetFindings extends DroppedText {
  /** Rows that a filter hides. */
  filtered: Tally;
  /** Formulas without a stored result. */
  formulas: Tally;
}

/** Findings of a workbook of which nothing has been read; `dropped` may be shared with what else counts it. */
export function createFindings(dropped: DroppedText = emptyDropped()): SheetFindings {
  const tally = (): Tally => ({ count: 0, samples: [], pages: new Set() });
  return { ...dropped, filtered: tally(), formulas: tally() };
}

/** Counts one more, with its text as a sample and the sheet (from 1) that it is in. */
export function addToTally(tally: Tally, text: string, page: number): void {
  tally.count++;
  if (tally.samples.length < HEALTH_LIMITS.samples) tally.samples.push(text);
  if (tally.pages.size < HEALTH_LIMITS.pages) tally.pages.add(page);
}

/** Counts a cell that its format does not show; a zero is not shown in many tables, and is no loss. */
export function recordUnshown(hidden: HiddenText, stored: string): void {
  if (Number(stored) !== 0) recordHidden(hidden, stored);
}

/** What is to be said of an office file: of text left out, and of rows and formulas of sheets. */
export function reportFindings({ hidden, struck, filtered, formulas }: SheetFindings): {
  warnings: ReadWarning[];
  items: HealthItem[];
} {
  const warnings = warnAbout({ hidden, struck });
  if (filtered.count > 0) warnings.push({ code: 'filtered-rows-read' });
  if (formulas.count > 0) warnings.push({ code: 'formulas-without-value' });
  const itemOf = (code: HealthItem['code'], { count, samples, pages }: Tally, isRead: boolean) =>
    makeItem(
      code,
      count,
      0,
      samples.map((before) => ({ before, after: isRead ? before : '' })),
      { pages: [...pages] },
    );
  return {
    warnings,
    items: mergeItems([
      ...reportLeftOut({ hidden, struck }),
      itemOf('filtered-rows', filtered, true),
      itemOf('formulas-without-value', formulas, false),
    ]),
  };
}
