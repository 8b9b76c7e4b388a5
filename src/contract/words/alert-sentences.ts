import type { Alert } from '#contract/alerts.ts';

/** Sentences of which texts of alerts are made. */
export type AlertSentenceKey =
  | 'share'
  | 'shareUsed'
  | 'usedUp'
  | 'forecast'
  | 'forecastDay'
  | 'forecastEnds'
  | 'forecastHour'
  | 'forecast24Hours'
  | 'rate'
  | 'quotaExceeded'
  | 'capExceeded'
  | 'capReached'
  | 'capShare'
  | 'needed'
  | 'topKey'
  | 'topRejected'
  | 'rateLimited'
  | 'rateLimitedCount';

/**
 * `threshold` is a fraction of the quota, `share` of what all keys used or had rejected; `total`, `needed` and `burnRate` are amounts of the ledger, shown with its unit; `day` and
 * `ends` are calendar days, `2026-12-01`; `name` is that of a key.
 */
interface AlertSentence {
  key: AlertSentenceKey;
  parameters: Partial<
    Record<
      'used' | 'total' | 'threshold' | 'share' | 'needed' | 'left' | 'burnRate' | 'calls' | 'minutes',
      number
    >
  > &
    Partial<Record<'day' | 'ends' | 'name', string>>;
}

/** The sentences that describe an alert, by what its details hold: other gateways may leave details out. */
export function alertSentences(alert: Pick<Alert, 'kind' | 'threshold' | 'details'>): AlertSentence[] {
  const { topName, topShare } = alert.details;
  const sentences = causeSentences(alert);
  if (typeof topName !== 'string' || typeof topShare !== 'number') return sentences;
  const key = alert.kind === 'rate-limited' ? 'topRejected' : 'topKey';
  return [...sentences, { key, parameters: { name: topName, share: topShare } }];
}

function causeSentences({
  kind,
  threshold,
  details,
}: Pick<Alert, 'kind' | 'threshold' | 'details'>): AlertSentence[] {
  const { used, total, burnRate, needed, left, calls, minutes, lastDay, endsDay } = details;
  switch (kind) {
    case 'threshold': {
      const share = (threshold ?? 100) / 100;
      const { of, name } = details;
      if (typeof used !== 'number' || typeof total !== 'number')
        return [{ key: 'share', parameters: { threshold: share } }];
      if (of === 'key' && typeof name === 'string')
        return share >= 1
          ? [{ key: 'capReached', parameters: { name, used, total } }]
          : [{ key: 'capShare', parameters: { name, threshold: share, used, total } }];
      return share >= 1 && used >= total
        ? [{ key: 'usedUp', parameters: { used, total } }]
        : [{ key: 'shareUsed', parameters: { threshold: share, used, total } }];
    }
    case 'burn-rate': {
      const { basis } = details;
      // The average of whole days says nothing of a surge.
      if (isDay(lastDay) && (basis === 'last-hour' || basis === 'last-day'))
        return [
          { key: basis === 'last-hour' ? 'forecastHour' : 'forecast24Hours', parameters: { day: lastDay } },
        ];
      const rate: AlertSentence[] =
        typeof burnRate === 'number' ? [{ key: 'rate', parameters: { burnRate: Math.round(burnRate) } }] : [];
      if (!isDay(lastDay)) return [{ key: 'forecast', parameters: {} }, ...rate];
      return isDay(endsDay)
        ? [{ key: 'forecastEnds', parameters: { day: lastDay, ends: endsDay } }, ...rate]
        : [{ key: 'forecastDay', parameters: { day: lastDay } }, ...rate];
    }
    case 'quota-exceeded': {
      const { of, name } = details;
      const said: AlertSentence =
        of !== 'key'
          ? { key: 'quotaExceeded', parameters: {} }
          : typeof name === 'string' && typeof used === 'number' && typeof total === 'number'
            ? { key: 'capReached', parameters: { name, used, total } }
            : { key: 'capExceeded', parameters: {} };
      return typeof needed === 'number' && typeof left === 'number'
        ? [said, { key: 'needed', parameters: { needed, left } }]
        : [said];
    }
    case 'rate-limited': {
      if (typeof calls !== 'number') return [{ key: 'rateLimited', parameters: {} }];
      const within = typeof minutes === 'number' ? minutes : 10;
      return [{ key: 'rateLimitedCount', parameters: { calls, minutes: within } }];
    }
    default:
      return kind satisfies never;
  }
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/u.test(value);
}
