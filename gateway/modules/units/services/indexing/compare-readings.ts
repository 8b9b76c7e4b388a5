import { foldText } from '#common/fold-text.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { ReadPage } from '#gateway/modules/units/model.ts';

/** The text of a reading, a piece at a time: letters and digits by statement. */
export interface MeasuredText {
  characters: number;
  statements: Set<string>;
}

export const emptyText = (): MeasuredText => ({ characters: 0, statements: new Set() });

/** Statements end at a line break or at a full stop, a question mark or an exclamation mark. */
export function measureText(text: MeasuredText, piece: string): void {
  for (const statement of piece.split(/[\n.!?؟]+/)) {
    const signs = foldText(statement).replace(/[^\p{L}\p{N}]/gu, '');
    if (signs === '' || text.statements.has(signs)) continue;
    text.characters += signs.length;
    text.statements.add(signs);
  }
}

/** Below this share of the old text a page counts as another one. */
const MIN_SHARE = 0.5;

/**
 * Why a new copy of a page should not take the place of what answers before a person has seen it; undefined where it may.
 * It comes from another host, asks for a password and lost most of the old text, or has less than half as much text.
 */
export function findHoldReason(
  before: { page: ReadPage | null; text: MeasuredText },
  after: { page: ReadPage; text: MeasuredText },
): Reason | undefined {
  const { host } = after.page;
  if (before.page && before.page.host !== host) return { code: 'held-other-host', parameters: { host } };
  const remaining = [...before.text.statements]
    .filter((statement) => after.text.statements.has(statement))
    .reduce((sum, { length }) => sum + length, 0);
  const isNewForm = after.page.asksPassword && before.page?.asksPassword !== true;
  if (isNewForm && remaining < MIN_SHARE * before.text.characters)
    return { code: 'held-sign-in', parameters: {} };
  const share = after.text.characters / Math.max(1, before.text.characters);
  if (share >= MIN_SHARE) return undefined;
  return { code: 'held-shorter', parameters: { percent: Math.round(100 * share) } };
}
