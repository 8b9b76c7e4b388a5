import { useTranslation } from 'react-i18next';
import type { Alert, AlertRule } from '#contract/alerts.ts';
import { useFormats } from '#src/i18n/locale.tsx';

type Facts = Alert['facts'];

const figure = (facts: Facts, name: string): number | undefined => {
  const value = facts[name];
  return typeof value === 'number' ? value : undefined;
};

/** A day of the calendar as noon here, so that it stays that day wherever this browser is. */
const dayIn = (facts: Facts, name: string): string | undefined => {
  const value = facts[name];
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/u.test(value) ? `${value}T12:00:00` : undefined;
};

/** Alerts and rules as sentences. */
export function useAlertWords() {
  const { t } = useTranslation(['alerts', 'terms']);
  const formats = useFormats();
  const ledgerOf = (ledger: Alert['ledger']) =>
    ledger === null ? t('rules.all') : t(`terms:ledger.${ledger}`);
  const share = (at: number | null) => formats.percent((at ?? 100) / 100);

  const line = ({ at, ledger: of, facts }: Alert): string => {
    const ledger = ledgerOf(of);
    const used = figure(facts, 'used');
    const total = figure(facts, 'total');
    if (used === undefined || total === undefined) return t('sentence.line', { ledger, at: share(at) });
    return at !== null && at >= 100 && used >= total
      ? t('sentence.usedUp', { ledger, total })
      : t('sentence.lineUsed', { ledger, used, total, at: share(at) });
  };
  const slope = ({ ledger: of, facts }: Alert): string => {
    const ledger = ledgerOf(of);
    const last = dayIn(facts, 'lastDay');
    const ends = dayIn(facts, 'endsDay');
    if (last === undefined) return t('sentence.slope', { ledger });
    const day = formats.date(last);
    return ends === undefined
      ? t('sentence.slopeDay', { ledger, day })
      : t('sentence.slopeEnds', { ledger, day, ends: formats.date(ends) });
  };
  const refused = ({ ledger: of, facts }: Alert): string => {
    const said = t(facts['of'] === 'key' ? 'sentence.refusedKey' : 'sentence.refused', {
      ledger: ledgerOf(of),
    });
    const needed = figure(facts, 'needed');
    const left = figure(facts, 'left');
    return needed === undefined || left === undefined
      ? said
      : `${said}. ${t('sentence.refusedLeft', { needed, left })}`;
  };
  const busy = ({ facts }: Alert): string => {
    const calls = figure(facts, 'calls');
    return calls === undefined
      ? t('sentence.busyPlain')
      : t('sentence.busy', { calls, minutes: figure(facts, 'minutes') ?? 10 });
  };
  const sentences = { line, slope, refused, busy };
  return {
    sentence: (alert: Alert): string => sentences[alert.kind](alert),
    next: ({ kind, facts }: Alert) =>
      t(kind === 'refused' && facts['of'] === 'key' ? 'next.refusedKey' : `next.${kind}`),
    rule: ({ kind, ledger, at }: AlertRule): string =>
      kind === 'line'
        ? t('rules.line', { at: Number.isFinite(at) ? share(at) : '…', ledger: ledgerOf(ledger) })
        : t(`rules.kind.${kind}`),
    ledgerOf,
  };
}
