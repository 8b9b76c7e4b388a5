import type { Item } from '#src/features/add-knowledge/intake/intake-types.ts';
import type { RowStatus } from './row-status.tsx';
import type { UnitDraftRow } from './use-rows.ts';

/** What the list holds, each unit and each file counted once. */
export type IntakeCounts = {
  /** Units that can be added, and have not been tried. */
  ready: number;
  /** Units that the gateway did not take, and may take when asked again. */
  repeatable: number;
  registering: number;
  /** Files in upload, including queued files. */
  uploading: number;
  /** Rows that wait for a person. */
  attention: number;
};

/** Statuses of a unit's texts and registration that a person resolves; those of its files are counted by file. */
const UNIT_PROBLEMS: readonly RowStatus[] = [
  'titleWrong',
  'descriptionWrong',
  'titleTaken',
  'titleRepeated',
  'known',
  'unreadable',
  'tooMany',
  'notRegistered',
  'notReplaced',
];
const ITEM_PROBLEMS: readonly RowStatus[] = ['refused', 'failed', 'cancelled', 'gone'];
/** Whether a row waits for a person. */
export const isProblem = (status: RowStatus) => [...UNIT_PROBLEMS, ...ITEM_PROBLEMS].includes(status);
const PENDING_STEPS = ['waiting', 'uploading'];
const PROBLEM_STEPS = ['refused', 'failed', 'cancelled', 'gone'];

type CountedRow = Pick<UnitDraftRow, 'status'> & Partial<Pick<UnitDraftRow, 'isLasting'>>;
/** Whether the same request may be taken at another try. */
export const isRepeatable = ({ status, isLasting = false }: CountedRow) =>
  status === 'notRegistered' && !isLasting;

export function countRows(rows: readonly CountedRow[], items: readonly Item[]): IntakeCounts {
  const rowsOf = (...statuses: readonly RowStatus[]) =>
    rows.filter(({ status }) => statuses.includes(status)).length;
  const filesAt = (steps: readonly string[]) =>
    items.filter((item) => item.kind === 'file' && steps.includes(item.upload.step)).length;
  return {
    ready: rowsOf('ready'),
    repeatable: rows.filter(isRepeatable).length,
    registering: rowsOf('registering'),
    uploading: filesAt(PENDING_STEPS),
    attention: rowsOf(...UNIT_PROBLEMS) + filesAt(PROBLEM_STEPS),
  };
}
