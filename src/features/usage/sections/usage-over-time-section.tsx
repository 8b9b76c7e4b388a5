import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUPINGS, type Ledger, type UsageHistory } from '#contract/usage.ts';
import { axisUnitFor, niceCeiling } from '#src/features/usage/charts/axis-scale.ts';
import { UsageChart } from '#src/features/usage/charts/lazy-charts.tsx';
import { SeriesSwatch, useSeriesStyles } from '#src/features/usage/charts/series-style.tsx';
import { type DateRange, MAX_HOURLY_DAYS } from '#src/features/usage/date-range.ts';
import { useGroupLabel } from '#src/features/usage/use-group-label.ts';
import { useUsageHistory } from '#src/features/usage/use-usage-queries.ts';
import type { Step, UsageSectionProps, UsageView } from '#src/features/usage/use-usage-view.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { dayInZone, daysBetween } from '#src/ui/quota/calendar-days.ts';
import { dayFraction } from '#src/ui/quota/compute-burn-down.ts';
import { Section } from '#src/ui/section.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { DataTable } from './data-table.tsx';
import { UsageGroupsTable } from './usage-groups-table.tsx';

/** A day (`2026-11-21`) or an hour (`2026-11-21T14`) of the bot's zone, on an axis or in full. */
function useSlotLabel(): (slot: string, length: 'short' | 'long') => string {
  const formats = useFormats();
  return (slot, length) => {
    const [day = '', hour] = slot.split('T');
    const name = formats.day(day, length);
    if (hour === undefined) return name;
    const digits = { minimumIntegerDigits: 2 };
    const time = `${formats.number(Number(hour), digits)}:${formats.number(0, digits)}`;
    // On an axis the first hour of a day carries its date.
    return length === 'long' ? `${name} ${time}` : hour === '00' ? name : time;
  };
}

type Series = { id: string; name: string; calls: number; amount: number; amounts: readonly number[] };

const sumOfSlot = (series: readonly Series[], index: number): number =>
  series.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0);

type UsageTimeTableProps = {
  history: UsageHistory;
  series: readonly Series[];
  step: Step;
  label: string;
};

/** The figures of the chart, newest first. */
function UsageTimeTable({ history, series, step, label }: UsageTimeTableProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const slotLabel = useSlotLabel();
  return (
    <DataTable
      label={label}
      maxHeight={360}
      items={history.slots.map((slot, index) => ({ slot, index })).toReversed()}
      keyOf={({ slot }) => slot}
      columns={[
        { key: 'when', name: t(`use.when.${step}`), renderCell: ({ slot }) => slotLabel(slot, 'long') },
        ...series.map(({ id, name, amounts }) => ({
          key: `s${id}`,
          name,
          numeric: true,
          renderCell: ({ index }: { index: number }) => formats.number(amounts[index] ?? 0),
        })),
        {
          key: 'total',
          name: t('use.total'),
          numeric: true,
          renderCell: ({ index }) => formats.number(sumOfSlot(series, index)),
        },
      ]}
    />
  );
}

type SeriesStyles = ReturnType<typeof useSeriesStyles>;
type ChartLegendProps = {
  history: UsageHistory;
  ledger: Ledger;
  series: readonly Series[];
  styles: SeriesStyles;
};

/** The unit of the axis, and the name of each series beside its colour. */
function ChartLegend({ history, ledger, series, styles }: ChartLegendProps) {
  const { t } = useTranslation('usage');
  const highest = Math.max(0, ...history.slots.map((_, index) => sumOfSlot(series, index)));
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        alignItems: 'center',
        marginBlock: 1,
      }}
    >
      <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
        {t(`unit.${ledger}.${axisUnitFor(niceCeiling(highest)).unit}`)}
      </Typography>
      {series.map(({ id, name }, index) => {
        const style = styles[index];
        return (
          <Typography
            key={id}
            variant="body2"
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.75,
              minWidth: 0,
              color: 'text.secondary',
            }}
          >
            {style === undefined ? null : <SeriesSwatch style={style} />}
            <bdi>{name}</bdi>
          </Typography>
        );
      })}
    </Box>
  );
}

type StepSelectProps = { step: Step; allowsHourly: boolean; onChange: (change: { step: Step }) => void };

/** Bars by day or by hour. */
function StepSelect({ step, allowsHourly, onChange }: StepSelectProps) {
  const { t } = useTranslation('usage');
  return (
    <ChipSelect
      label={t('use.step')}
      value={step}
      options={(['day', 'hour'] as const).map((value) => ({
        value,
        name: t(`use.${value}`),
        disabled: value === 'hour' && !allowsHourly,
        title: value === 'hour' && !allowsHourly ? t('use.hourLimit', { count: MAX_HOURLY_DAYS }) : undefined,
      }))}
      onChange={(next) => onChange({ step: next })}
    />
  );
}

function NoUsage() {
  const { t } = useTranslation('usage');
  return <Typography sx={{ color: 'text.secondary', paddingBlock: 4 }}>{t('use.nothing')}</Typography>;
}

type UsageSumsProps = Pick<ComponentProps<typeof UsageGroupsTable>, 'ledger' | 'by' | 'groups'> & {
  query: ReturnType<typeof useUsageHistory>;
};

/** The sums by group, and the share of the total that is an estimate. */
function UsageSums({ query: { data: history, error }, ledger, by, groups }: UsageSumsProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  if (history === undefined)
    return error === null ? <SkeletonRows rows={4} height={48} bars={[0.8]} /> : null;
  if (history === null || history.total.calls === 0) return <NoUsage />;
  const { total } = history;
  return (
    <>
      <UsageGroupsTable label={t(`use.sums.${by}`)} ledger={ledger} by={by} groups={groups} total={total} />
      {total.estimated > 0 ? (
        <Typography variant="caption" component="p" sx={{ color: 'text.tertiary', marginBlock: '12px 0' }}>
          {t('use.estimated', { share: formats.percent(total.estimated / total.amount) })}
        </Typography>
      ) : null}
    </>
  );
}

const CHART_HEIGHT_PX = 264;

/** The slot that is not over yet. */
function currentSlot(zone: string, step: Step, now: number): string {
  const day = dayInZone(zone, now);
  const hour = String(Math.floor(dayFraction(zone, now) * 24)).padStart(2, '0');
  return step === 'day' ? day : `${day}T${hour}`;
}

/** Usage of the view by slot; its groups by amount, and last all others together. */
function useUsageOverTime({ ledger, by, step: chosenStep }: UsageView, days: DateRange) {
  const { t } = useTranslation('usage');
  const groupLabel = useGroupLabel();
  const allowsHourly = daysBetween(days.from, days.to) + 1 <= MAX_HOURLY_DAYS;
  const step = allowsHourly ? chosenStep : 'day';
  const query = useUsageHistory({ ledger, ...days, by, step });
  const { series: groups = [], others = null } = query.data ?? {};
  const styles = useSeriesStyles(groups.length, others !== null);
  const series: Series[] = groups.map((group) => ({ ...group, name: groupLabel(by, group) }));
  if (others !== null)
    series.push({ ...others, id: ' others', name: t('use.others', { count: others.groups }) });
  return { query, allowsHourly, step, styles, series };
}

type UsageBarsProps = Pick<UsageSectionProps, 'onChange'> & {
  ledger: Ledger;
  usage: ReturnType<typeof useUsageOverTime>;
};

/** The chart with its legend, and its figures as a table on request. */
function UsageBars({
  usage: { query, allowsHourly, step, styles, series },
  ledger,
  onChange,
}: UsageBarsProps) {
  const { t } = useTranslation('usage');
  const slotLabel = useSlotLabel();
  const [open, setOpen] = useState(false);
  return (
    <QueryView
      query={query}
      pending={<SkeletonRows rows={4} />}
      isEmpty={({ total }) => total.calls === 0}
      empty={<NoUsage />}
    >
      {(history) => (
        <>
          <ChartLegend history={history} ledger={ledger} series={series} styles={styles} />
          <UsageChart
            slots={history.slots}
            slotLabel={slotLabel}
            series={series}
            styles={styles}
            label={t('use.chart')}
            total={t('use.total')}
            currentSlotIndex={history.slots.indexOf(currentSlot(history.zone, step, query.dataUpdatedAt))}
            height={CHART_HEIGHT_PX}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', marginBlockStart: 1 }}>
            <StepSelect step={step} allowsHourly={allowsHourly} onChange={onChange} />
            <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'use.slotsHide' : 'use.slotsShow')}
            </Button>
          </Box>
          {open ? (
            <UsageTimeTable history={history} series={series} step={step} label={t('use.slots')} />
          ) : null}
        </>
      )}
    </QueryView>
  );
}

/** Usage over time as stacked bars, and beside it the sums by group. */
export function UsageOverTimeSection({ view, days, onChange }: UsageSectionProps) {
  const { t } = useTranslation('usage');
  const usage = useUsageOverTime(view, days);
  const { ledger, by } = view;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { lg: 'minmax(0, 13fr) minmax(0, 11fr)' },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Section
        heading={t(usage.step === 'hour' ? 'use.perHour' : 'use.perDay')}
        sx={{ borderInlineEnd: { lg: 1 }, borderColor: { lg: 'line.soft' } }}
        action={
          <ChipSelect
            label={t('use.by')}
            value={by}
            options={GROUPINGS.map((value) => ({ value, name: t(`use.${value}`) }))}
            onChange={(next) => onChange({ by: next })}
            sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}
          />
        }
      >
        <UsageBars usage={usage} ledger={ledger} onChange={onChange} />
      </Section>
      <Section heading={t(`use.sums.${by}`)}>
        <UsageSums
          query={usage.query}
          ledger={ledger}
          by={by}
          groups={usage.series.map((group, index) => ({ ...group, style: usage.styles[index] }))}
        />
      </Section>
    </Box>
  );
}
