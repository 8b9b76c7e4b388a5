import type { TFunction } from 'i18next';
import type { Forecast, LedgerState } from '#contract/usage.ts';
import { type LimitHolder, remainingQuota } from '#src/api/hooks/use-usage.ts';
import type { Formats } from '#src/i18n/formats.ts';
import { addDays, DAY_MS, dayInZone } from './calendar-days.ts';

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
  const { exhausted } = state;
  if (exhausted || state.total <= state.used) {
    const { since = null, rejected = 0 } = exhausted ?? {};
    const sentence =
      since === null
        ? t('forecast.over', { quota })
        : t('forecast.overSince', { quota, count: rejected, time: sinceText(since, formats, now) });
    const detail = resetDay === undefined ? undefined : t('forecast.next', { day: resetDay });
    return { sentence, detail, tone: 'over' };
  }
  if (forecast === null) {
    const share = formats.percent(remainingQuota(state) / state.total, 1);
    return { sentence: t('forecast.unknown'), detail: t('forecast.left', { share, quota }), tone: 'calm' };
  }
  const { lastDay, earliest, latest, exhaustsBeforeReset, runsOutOn } = forecast;
  const rate = rateText(forecast, t);
  if (lastDay === null || !exhaustsBeforeReset) {
    const sentence =
      resetDay === undefined
        ? t('forecast.lastsYear', { quota, rate })
        : t('forecast.lastsPeriod', { quota, rate });
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
    runsOutOn && Date.parse(runsOutOn) - now < SOON_MS
      ? t('forecast.gone', { quota, rate, when: formats.relative(runsOutOn, new Date(now)) })
      : lastDay <= today
        ? t('forecast.endsToday', { quota, rate })
        : t('forecast.ends', { quota, rate, day: formats.day(lastDay) });
  const detail =
    earliest === null || earliest === latest
      ? undefined
      : latest === null
        ? t(endsOn === null ? 'forecast.fromToYear' : 'forecast.fromToReset', {
            day: formats.day(earliest, 'short'),
          })
        : t('forecast.between', { from: formats.day(earliest), to: formats.day(latest) });
  return { sentence, tone: 'attention', detail };
}

/** A quota that ends within so long is said by the minute or the hour. */
const SOON_MS = DAY_MS;

function rateText({ basis, days }: Forecast, t: TFunction<'spending'>): string {
  if (basis === undefined) return t('rate.now');
  return basis === 'last-28-days' ? t('rate.days', { count: days }) : t(`rate.${basis}`);
}

/** Today by the clock alone. */
export function sinceText(since: string, formats: Formats, now = Date.now()): string {
  return formats.dayOf(since) === formats.dayOf(now)
    ? formats.time(since)
    : formats.moment(since, new Date(now));
}
