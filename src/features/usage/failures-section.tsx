import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { titleOfStatus } from '#src/api/describe-error.ts';
import { MonoText } from '#src/components/mono-text.tsx';
import { Section } from '#src/components/section.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { CountStrip } from './count-strip.tsx';
import { FiguresTable } from './figures-table.tsx';
import type { Days } from './stretch.ts';
import { useFailures } from './use-figures.ts';

/** Calls that failed, by status and by what was wrong, with their course over the days. */
export function FailuresSection({ days }: { days: Days }) {
  const { t } = useTranslation('usage');
  const { t: faults } = useTranslation('faults');
  const formats = useFormats();
  const { data, error, refetch } = useFailures(days);
  const sum = data?.items.reduce((total, { count }) => total + count, 0) ?? 0;
  return (
    <Section
      heading={t('failures.title')}
      action={
        sum === 0 ? undefined : (
          <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
            {t('failures.total', { count: sum })}
          </Typography>
        )
      }
    >
      {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} height={48} bars={[0.8]} />
        ) : null
      ) : data === null || data.items.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('failures.nothing')}</Typography>
      ) : (
        <FiguresTable
          label={t('failures.title')}
          columns={[
            { key: 'status', name: t('columns.status') },
            { key: 'course', name: t('columns.course'), wide: true },
            { key: 'count', name: t('columns.count'), numeric: true },
          ]}
          rows={data.items.map(({ status, fault, count, counts }) => ({
            key: `${status} ${fault}`,
            cells: {
              status: (
                <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
                  <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                    {formats.number(status, { useGrouping: false })}
                  </Box>
                  <Box component="span" sx={{ minWidth: 0 }}>
                    {titleOfStatus(status, faults)}
                    <Box sx={{ color: 'text.tertiary' }}>
                      <MonoText>{fault}</MonoText>
                    </Box>
                  </Box>
                </Box>
              ),
              course: <CountStrip counts={counts} />,
              count: <Box sx={{ fontWeight: 600 }}>{formats.number(count)}</Box>,
            },
          }))}
        />
      )}
    </Section>
  );
}
