import type { TFunction } from 'i18next';
import type { LedgerState } from '#contract/usage.ts';
import { type LimitHolder, remainingQuota } from '#src/api/hooks/use-usage.ts';
import type { Formats } from '#src/i18n/formats.ts';
import { addDays, dayInZone } from './calendar-days.ts';

type ForecastTone = 'calm' | 'attention' | 'over';
type ForecastText = { sentence: string; detail?: string | undefined; tone: ForecastTone };

/** Will the quota last, or the cap of the key? In a sentence, and how sure that is. */
export function describeForecast(
  state: LedgerState & { of?: LimitHolder },
  t: TFunction<'spending'>,
  formats: Formats,
  now = Date.now(),
): ForecastText {
  const { ledger, forecast, zone, endsOn, of } = state;
  const quota = t(`${of === 'key' ? 'cap' : 'quota'}.${ledger}`);
  const today = dayInZone(zone, now);
  const resetDay = endsOn === null ? undefined : formats.day(dayInZone(zone, endsOn));
  if (state.total <= state.used) {
    const sentence =
      resetDay === undefined
        ? t('forecast.over', { quota })
        : t('forecast.overUntil', { quota, day: resetDay });
    return { sentence, tone: 'over' };
  }
  if (forecast === null) {
    const share = formats.percent(remainingQuota(state) / state.total, 1);
    return { sentence: t('forecast.unknown'), detail: t('forecast.left', { share, quota }), tone: 'calm' };
  }
  const { lastDay, earliest, latest, exhaustsBeforeReset } = forecast;
  if (lastDay === null || !exhaustsBeforeReset) {
    const sentence =
      resetDay === undefined ? t('forecast.lastsYear', { quota }) : t('forecast.lastsPeriod', { quota });
    const periodEnd = endsOn === null ? addDays(today, 365) : dayInZone(zone, endsOn);
    const mayEndEarly = earliest !== null && earliest < periodEnd;
    const detail = mayEndEarly
      ? t('forecast.risk', { day: formats.day(earliest) })
      : resetDay === undefined
        ? undefined
        : t('forecast.next', { day: resetDay });
    return { sentence, tone: 'calm', detail };
  }
  const sentence =
    lastDay <= today
      ? t('forecast.endsToday', { quota })
      : t('forecast.ends', { quota, day: formats.day(lastDay) });
  const detail =
    earliest === null || earliest === latest
      ? undefined
      : latest === null
        ? t('forecast.notBefore', { day: formats.day(earliest) })
        : t('forecast.between', { from: formats.day(earliest), to: formats.day(latest) });
  return { sentence, tone: 'attention', detail };
}
