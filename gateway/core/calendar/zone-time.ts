import { zoneFormatters } from './zone-formatters.ts';

const formatterFor = zoneFormatters({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/** A moment as the clocks of an IANA zone show it, with their offset: `2026-11-21T12:00:00+03:00`. */
export function printInZone(zone: string, moment: Date): string {
  const parts = formatterFor(zone).formatToParts(moment);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}
