import { HEALTH_CODES, type HealthCode, type HealthItem, type HealthReport } from '#contract/health.ts';

/** How a finding ended, for its icon and word. */
export type HealthState = 'repaired' | 'partly' | 'leftOut' | 'look' | 'read';

export type KnownItem = HealthItem & { code: HealthCode; state: HealthState };

/** Repairs and recognition less certain than this want a person's eyes. */
const CERTAIN_ENOUGH = 85;

function stateOf(code: HealthCode, { found, settled, certainty }: HealthItem): HealthState {
  const isSure = settled >= found && (certainty ?? 100) >= CERTAIN_ENOUGH;
  if (code === 'hidden-text' || code === 'repeated-lines') return isSure ? 'leftOut' : 'look';
  if (code === 'ocr-pages') return isSure ? 'read' : 'look';
  if (isSure) return 'repaired';
  return settled > 0 && settled < found ? 'partly' : 'look';
}

/** The findings that this dashboard has words for, those that want a look first. */
export function readItems({ items }: HealthReport): KnownItem[] {
  const known = items.flatMap((item) => {
    const code = HEALTH_CODES.find((one) => one === item.code);
    return code === undefined ? [] : [{ ...item, code, state: stateOf(code, item) }];
  });
  return known.toSorted((one, other) => Number(wantsLook(other)) - Number(wantsLook(one)));
}

export const wantsLook = ({ state }: KnownItem): boolean => state === 'look' || state === 'partly';

export const isEncodingDoubtful = ({ encoding }: HealthReport): boolean =>
  encoding?.by === 'guess' && encoding.certainty < CERTAIN_ENOUGH;

/** How many findings there are of each kind. Running titles are in every book and count for nothing. */
export function countItems(report: HealthReport): { repaired: number; leftOut: number; look: number } {
  const items = readItems(report);
  const look = items.filter(wantsLook).length + (isEncodingDoubtful(report) ? 1 : 0);
  return {
    repaired: items.filter(({ state }) => state === 'repaired').length,
    leftOut: items.filter(({ code, state }) => state === 'leftOut' && code !== 'repeated-lines').length,
    look,
  };
}
