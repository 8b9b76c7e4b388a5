import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useSession } from '#src/api/use-role.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** What is told of a key in words: its bots, its caps, when it was used and when it ends. */
export function useKeyWords() {
  const { t } = useTranslation(['keys', 'terms']);
  const formats = useFormats();
  const known = new Map(useSession().data?.bots.map(({ id, name }) => [id, name]));
  const amount = (value: number) => formats.number(value);
  const ends = ({ expiresOn, rotatedOn }: KeyView): { words: string; soon: boolean } => {
    if (expiresOn === null) return { words: t('endsNever'), soon: false };
    const date = formats.date(expiresOn);
    const left = Date.parse(expiresOn) - Date.now();
    if (left <= 0) return { words: t('ended', { date }), soon: true };
    const soon = left < 7 * 86_400_000;
    return rotatedOn === null
      ? { words: t('endsOn', { date, when: formats.relative(expiresOn) }), soon }
      : {
          words: t('rotated', { when: formats.moment(rotatedOn), until: formats.moment(expiresOn) }),
          soon: true,
        };
  };
  return {
    bots: ({ bots, allBots }: KeyView) =>
      allBots
        ? t('every')
        : bots.length === 0
          ? t('noBots')
          : formats.list(bots.map((id) => known.get(id) ?? t('terms:botNumber', { id: String(id) }))),
    caps: ({ caps }: KeyView) =>
      LEDGERS.flatMap((ledger) => {
        const most = caps[ledger];
        if (most === undefined) return [];
        const words = t(`terms:amount.${ledger}`, { amount: amount(most) });
        return [t('cap', { ledger: t(`terms:ledger.${ledger}`), amount: words })];
      }),
    used: ({ lastUsedOn }: KeyView) =>
      lastUsedOn === null ? t('neverUsed') : t('used', { when: formats.moment(lastUsedOn) }),
    made: ({ createdOn, madeBy }: KeyView) =>
      `${t('made', { when: formats.moment(createdOn) })} ${t(`madeBy.${madeBy}`)}`,
    ends,
  };
}
