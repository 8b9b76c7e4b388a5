import { useTranslation } from 'react-i18next';
import type { Evaluation, TestCounts } from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';

const NAMED_UNITS = 2;

/** How many tests an evaluation lost, since when, and because of which units. */
export function useLossText(): (evaluation: Evaluation) => string {
  const { t } = useTranslation('judging');
  const formats = useFormats();
  return ({ lost: count, units, more, endedOn, startedOn }) => {
    const when = formats.moment(endedOn ?? startedOn);
    const names = units.slice(0, NAMED_UNITS).map(({ title }) => t('summary.quoted', { title }));
    const others = units.length - names.length + more;
    if (names.length === 0) return t('summary.lostUnknown', { count, when });
    const cause = formats.list(others > 0 ? [...names, t('summary.others', { count: others })] : names);
    return t('summary.lost', { count, when, cause });
  };
}

/** Whether a test that an evaluation lost may still not pass. */
export const hasLosses = ({ passes, total }: Pick<TestCounts, 'passes' | 'total'>): boolean => passes < total;
