import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bandsByDay } from '#contract/operations/reports.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ChartLegend } from '#src/ui/chart/chart-legend.tsx';
import { UsageChart } from '#src/ui/chart/lazy-charts.tsx';
import { useSeriesStyles } from '#src/ui/chart/series-style.tsx';
import { SlotTable } from '#src/ui/chart/slot-table.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

const CHART_HEIGHT_PX = 200;
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Outcomes of kept questions by day; nothing while none is kept. */
export function AnswersSection() {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const { bot: botId } = useConnection();
  const enabled = useCanUse(bandsByDay);
  const [open, setOpen] = useState(false);
  const { data } = useRead(bandsByDay, { params: { botId } }, { enabled, staleTime: 0 });
  const series = (data?.series ?? [])
    .filter(({ band, counts }) => band === 'answered' || sum(counts) > 0)
    .map(({ band, counts }) => {
      const id = band ?? 'none';
      return { id, name: t(`answers.band.${id}`), amounts: counts };
    });
  const styles = useSeriesStyles(series.length, false);
  if (!data || data.total === 0) return null;
  const share = sum(series[0]?.amounts ?? []) / data.total;
  const chart = {
    slots: data.days,
    slotLabel: (day: string, length: 'short' | 'long') => formats.day(day, length),
    series,
    label: t('answers.chart'),
    total: t('answers.total'),
  };
  return (
    <Section
      heading={t('answers.question')}
      statement={t('answers.statement', { count: data.total, share: formats.percent(share) })}
      action={<TextLink to={paths.inbox({ view: 'gaps' })}>{t('answers.gaps')}</TextLink>}
      sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      <SmallText tone="secondary">{t('answers.scope')}</SmallText>
      <ChartLegend unit={t('answers.unit')} series={series} styles={styles} />
      <UsageChart
        {...chart}
        styles={styles}
        currentSlotIndex={data.days.length - 1}
        height={CHART_HEIGHT_PX}
      />
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'answers.hideTable' : 'answers.showTable')}
      </Button>
      {open ? <SlotTable {...chart} when={t('answers.day')} /> : null}
    </Section>
  );
}
