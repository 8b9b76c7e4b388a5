export const PRESETS = [30, 90, 365] as const;
export type ExpiryChoice = (typeof PRESETS)[number] | 'asItIs' | 'day' | 'never';

const DAY_MS = 86_400_000;

/** The end of a day of the calendar, where this browser is. */
function endOfDay(date: Date): Date {
  const end = new Date(date);
  end.setHours(23, 59, 59, 0);
  return end;
}

/** `2026-11-21` of a moment, where this browser is. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The moment a choice stands for; null is never, undefined a day that is none or has passed. */
export function expiryOf(
  choice: Exclude<ExpiryChoice, 'asItIs'>,
  day: string,
  now = new Date(),
): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'day') return endOfDay(new Date(now.getTime() + choice * DAY_MS)).toISOString();
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  const end = endOfDay(new Date(year, month - 1, date));
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString();
}
