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

/** What the clocks of a zone show at a moment: `08:30`. */
export const timeInZone = (timeZone: string, when: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(when),
  );

/** The last second of a calendar day, where that zone is. */
export const endOfDayInZone = (timeZone: string, day: string): Date =>
  momentInZone(timeZone, day, '23:59:59');

/** The moment at which the clocks of a zone show a day and a time, `08:30:00`. */
export function momentInZone(timeZone: string, day: string, time: string): Date {
  const format = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  /** Offset of the zone's clocks from UTC at a moment, in milliseconds. */
  const offsetAt = (moment: number): number => {
    const [date = '', time = ''] = format.format(moment).split(', ');
    return Date.parse(`${date.split('/').toReversed().join('-')}T${time}Z`) - moment;
  };
  const wallClock = Date.parse(`${day}T${time}Z`);
  // The second lookup corrects days on which clocks change.
  return new Date(wallClock - offsetAt(wallClock - offsetAt(wallClock)));
}

/** The first moment of a calendar day, where that zone is. */
export function startOfDayInZone(timeZone: string, day: string): Date {
  return new Date(endOfDayInZone(timeZone, addDays(day, -1)).getTime() + 1000);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
