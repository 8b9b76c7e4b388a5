import { useTranslation } from 'react-i18next';
import type { UnitAvailability, UnitState, UnitValidity } from '#contract/unit-states.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { dayInZone, endOfDayInZone, startOfDayInZone } from '#src/ui/quota/calendar-days.ts';

/** Of a state, whether its unit is in answers; undefined where the gateway does not say. */
export function availabilityOf({
  availability,
  off,
  validFrom,
  validUntil,
}: UnitState): UnitAvailability | undefined {
  return availability === undefined
    ? undefined
    : { availability, off: off ?? false, validFrom: validFrom ?? null, validUntil: validUntil ?? null };
}

/** Whether a unit is in no answer, whatever its status. */
export const isUnavailable = (validity: Pick<UnitAvailability, 'availability'> | undefined): boolean =>
  validity !== undefined && validity.availability !== 'on';

/** What a call that switches a unit sends: its dates stay. */
export const switched = ({ validFrom, validUntil }: UnitValidity, off: boolean): UnitValidity => ({
  off,
  validFrom,
  validUntil,
});

/** Words for moments by the clocks of the bot: a day alone where it is the first or last second of one, and in chips. */
export function useValidityMoments(length: 'long' | 'short' = 'long') {
  const formats = useFormats();
  const { timeZone: zone = browserTimeZone() } = useLocale();
  const print = (moment: string, edgeOf: (zone: string, day: string) => Date): string => {
    const day = dayInZone(zone, moment);
    const isEdge = length === 'short' || edgeOf(zone, day).getTime() === Date.parse(moment);
    return isEdge ? formats.day(day, length) : formats.full(moment);
  };
  return {
    zone,
    first: (moment: string | null) => (moment === null ? '' : print(moment, startOfDayInZone)),
    last: (moment: string | null) => (moment === null ? '' : print(moment, endOfDayInZone)),
  };
}

/** Why a unit is in no answer, in a few words; undefined of one that is in answers. */
export function useAvailabilityText(): (validity: UnitAvailability | undefined) => string | undefined {
  const { t } = useTranslation('terms');
  const { first, last } = useValidityMoments('short');
  return (validity) => {
    switch (validity?.availability) {
      case 'off':
        return t('availability.off');
      case 'not-yet':
        return t('availability.from', { date: first(validity.validFrom) });
      case 'expired':
        return t('availability.expired', { date: last(validity.validUntil) });
    }
    return undefined;
  };
}
