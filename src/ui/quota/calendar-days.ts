export const DAY_MS = 86_400_000;

/** The calendar's day at a moment, where that zone is: `2026-11-21`. */
export function dayInZone(timeZone: string, when: Date | number | string): string {
  const parts = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(when));
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The zone of this browser. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one to the other; negative when it comes before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
