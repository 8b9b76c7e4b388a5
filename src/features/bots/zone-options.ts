import type { Language } from '#src/i18n/languages.ts';

export type ZoneOption = { zone: string; name: string; offset: string };

function partOf(zone: string, language: Language, timeZoneName: 'longGeneric' | 'shortOffset'): string {
  const format = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    timeZone: zone,
    timeZoneName,
  });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const made = new Map<Language, readonly ZoneOption[]>();

/** Every time zone that this browser knows, with its name in the page's language and how far it is from UTC now. */
export function zoneOptions(language: Language): readonly ZoneOption[] {
  const known = made.get(language);
  if (known !== undefined) return known;
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  const options = zones.map((zone) => ({
    zone,
    name: partOf(zone, language, 'longGeneric'),
    offset: partOf(zone, 'en', 'shortOffset'),
  }));
  made.set(language, options);
  return options;
}

/** The zone this browser is in. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
