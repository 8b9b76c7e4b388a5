import type { TFunction } from 'i18next';
import type { LedgerState } from '#contract/usage.ts';
import type { Formats } from '#src/i18n/formats.ts';
import { addDays, dayIn } from './days.ts';

export type ForecastTone = 'calm' | 'attention' | 'over';
export type ForecastWords = { sentence: string; detail?: string; tone: ForecastTone };

/** What is left, and not held for calls under way. */
export function leftOf({ used, reserved, total }: Pick<LedgerState, 'used' | 'reserved' | 'total'>): number {
  return Math.max(0, total - used - reserved);
}

/** Will the quota last? In a sentence, and how sure that is. */
export function sayForecast(
  state: LedgerState,
  t: TFunction<'spending'>,
  formats: Formats,
  now = Date.now(),
): ForecastWords {
  const { ledger, forecast, zone, endsOn } = state;
  const quota = t(`quota.${ledger}`);
  const today = dayIn(zone, now);
  const next = endsOn === null ? undefined : formats.day(dayIn(zone, endsOn));
  if (state.total <= state.used) {
    const sentence =
      next === undefined ? t('forecast.over', { quota }) : t('forecast.overUntil', { quota, day: next });
    return { sentence, tone: 'over' };
  }
  if (forecast === null) {
    const share = formats.percent(leftOf(state) / state.total, 1);
    return { sentence: t('forecast.unknown'), detail: t('forecast.left', { share, quota }), tone: 'calm' };
  }
  const { lastDay, earliest, latest, endsBefore } = forecast;
  if (lastDay === null || !endsBefore) {
    const sentence =
      next === undefined ? t('forecast.lastsYear', { quota }) : t('forecast.lastsPeriod', { quota });
    const periodEnd = endsOn === null ? addDays(today, 365) : dayIn(zone, endsOn);
    const risk = earliest !== null && earliest < periodEnd;
    const detail = risk
      ? t('forecast.risk', { day: formats.day(earliest) })
      : next === undefined
        ? undefined
        : t('forecast.next', { day: next });
    return { sentence, tone: 'calm', ...(detail === undefined ? {} : { detail }) };
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
  return { sentence, tone: 'attention', ...(detail === undefined ? {} : { detail }) };
}
