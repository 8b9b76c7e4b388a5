import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DateRange } from '#src/features/usage/date-range.ts';
import { useUsageFailures } from '#src/features/usage/use-usage-queries.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { statusTitle } from '#src/ui/fault/describe-error.ts';
import { MonoText } from '#src/ui/mono-text.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { Section } from '#src/ui/section.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';

const WIDTH = 120;
const HEIGHT = 24;

/** Counts by day as small bars. */
function CountStrip({ counts }: { counts: readonly number[] }) {
  const { palette } = useTheme();
  const rtl = useLocale().direction === 'rtl';
  const highest = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden style={{ display: 'block' }}>
      <g transform={rtl ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}>
        <rect y={HEIGHT - 1} width={WIDTH} height={1} fill={palette.line.firm} />
        {counts.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / highest) * (HEIGHT - 2));
          return (
            <rect
              key={index}
              x={index * step}
              y={HEIGHT - 1 - height}
              width={Math.max(1, step - 1)}
              height={height}
              fill={palette.brick.fill}
            />
          );
        })}
      </g>
    </svg>
  );
}

/** Status code with its words, and the fault below. */
function Failure({ status, fault }: { status: number; fault: string }) {
  const { t } = useTranslation('faults');
  const formats = useFormats();
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline' }}>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {formats.number(status, { useGrouping: false })}
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        {statusTitle(status, t)}
        <Box sx={{ color: 'text.tertiary' }}>
          <MonoText>{fault}</MonoText>
        </Box>
      </Box>
    </Box>
  );
}

/** Failed requests by status and fault, with their counts by day. */
export function FailedRequestsSection({ days }: { days: DateRange }) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const failures = useUsageFailures(days);
  const sum = failures.data?.items.reduce((total, { count }) => total + count, 0) ?? 0;
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
      <QueryView
        query={failures}
        pending={<SkeletonRows rows={4} height={48} bars={[0.8]} />}
        isEmpty={(list) => list.items.length === 0}
        empty={
          <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('failures.nothing')}</Typography>
        }
      >
        {(list) => (
          <DataTable
            label={t('failures.title')}
            items={list.items}
            keyOf={({ status, fault }) => `${status} ${fault}`}
            columns={[
              {
                key: 'status',
                name: t('columns.status'),
                renderCell: ({ status, fault }) => <Failure status={status} fault={fault} />,
              },
              {
                key: 'course',
                name: t('columns.course'),
                hideOnNarrow: true,
                renderCell: ({ counts }) => <CountStrip counts={counts} />,
              },
              {
                key: 'count',
                name: t('columns.count'),
                numeric: true,
                renderCell: ({ count }) => <Box sx={{ fontWeight: 600 }}>{formats.number(count)}</Box>,
              },
            ]}
          />
        )}
      </QueryView>
    </Section>
  );
}
