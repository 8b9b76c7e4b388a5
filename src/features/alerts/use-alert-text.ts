import { useTranslation } from 'react-i18next';
import type { Alert, AlertRule } from '#contract/alerts.ts';
import { alertSentences } from '#contract/words/alert-sentences.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** Alerts and rules as sentences. */
export function useAlertText() {
  const { t } = useTranslation(['alerts', 'spending', 'terms']);
  const formats = useFormats();
  const ledgerLabel = (ledger: Alert['ledger']) =>
    ledger === null ? t('rules.all') : t(`terms:ledger.${ledger}`);
  const formatShare = (threshold: number | null) => formats.percent(threshold ?? 1);

  const dayOf = (day: string | undefined) => (day === undefined ? '' : formats.day(day, 'short'));
  const amountOf = ({ ledger }: Alert, amount: number | undefined) =>
    amount === undefined ? '' : t(`spending:amount.${ledger ?? 'text'}`, { count: amount });
  const sentence = (alert: Alert): string =>
    alertSentences(alert)
      .map(
        ({
          key,
          parameters: { threshold = null, share = null, day, ends, total, needed, burnRate, ...figures },
        }) =>
          t(`sentence.${key}`, {
            quota: t(`quota.${alert.ledger ?? 'text'}`),
            total: amountOf(alert, total),
            needed: amountOf(alert, needed),
            burnRate: amountOf(alert, burnRate),
            threshold: formatShare(threshold),
            share: formatShare(share),
            day: dayOf(day),
            ends: dayOf(ends),
            ...figures,
          }),
      )
      .join('. ');
  return {
    sentence,
    next: ({ kind, details }: Alert) => t(details['of'] === 'key' ? 'next.capExceeded' : `next.${kind}`),
    rule: ({ kind, ledger, threshold }: AlertRule): string =>
      kind === 'threshold'
        ? t('rules.threshold', {
            threshold: Number.isFinite(threshold) ? formatShare((threshold ?? 100) / 100) : '…',
            ledger: ledgerLabel(ledger),
          })
        : t(`rules.kind.${kind}`),
    ledgerOf: ledgerLabel,
  };
}
