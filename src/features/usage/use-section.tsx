import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageHistory } from '#contract/usage.ts';
import { GROUPINGS } from '#contract/usage.ts';
import { Section } from '#src/components/section.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { dayIn, daysBetween } from '#src/spending/days.ts';
import { partOfDay } from '#src/spending/burn-down.ts';
import { ChipChoice } from './chip-choice.tsx';
import { GroupsTable } from './groups-table.tsx';
import { UseChart } from './lazy-charts.tsx';
import { roundUp, unitFor } from './scale-figures.ts';
import { SeriesSwatch, useSeriesLooks } from './series-look.tsx';
import { SlotsTable } from './slots-table.tsx';
import type { Days } from './stretch.ts';
import { MOST_HOURLY_DAYS } from './stretch.ts';
import { useHistory } from './use-figures.ts';
import { useGroupName } from './use-group-name.ts';
import { useSlotName } from './use-slot-name.ts';
import type { Step, View } from './use-view.ts';

type UseSectionProps = { view: View; days: Days; onChange: (change: Partial<View>) => void };

const HEIGHT = 264;

function highestOf({ slots, series, others }: UsageHistory): number {
  const sums = slots.map((_, index) =>
    [...series, ...(others === null ? [] : [others])].reduce(
      (sum, { amounts }) => sum + (amounts[index] ?? 0),
      0,
    ),
  );
  return Math.max(0, ...sums);
}

/** The slot that is not over yet. */
function slotNow(zone: string, step: Step, now: number): string {
  const day = dayIn(zone, now);
  const hour = String(Math.floor(partOfDay(zone, now) * 24)).padStart(2, '0');
  return step === 'day' ? day : `${day}T${hour}`;
}

/** Use over time as stacked bars, and beside it where it came from. */
export function UseSection({ view, days, onChange }: UseSectionProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const nameGroup = useGroupName();
  const nameSlot = useSlotName();
  const [open, setOpen] = useState(false);
  const { ledger, by } = view;
  const hourly = daysBetween(days.from, days.to) + 1 <= MOST_HOURLY_DAYS;
  const step = hourly ? view.step : 'day';
  const { data: history, error, refetch, dataUpdatedAt } = useHistory({ ledger, ...days, by, step });
  const others = history?.others ?? null;
  const looks = useSeriesLooks(history?.series.length ?? 0, others !== null);
  const series = [
    ...(history?.series ?? []).map((group) => ({ ...group, name: nameGroup(by, group) })),
    ...(others === null
      ? []
      : [{ ...others, id: ' others', name: t('use.others', { count: others.groups }) }]),
  ];
  const empty = history !== null && history !== undefined && history.total.calls === 0;
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
        heading={t(step === 'hour' ? 'use.perHour' : 'use.perDay')}
        sx={{ borderInlineEnd: { lg: 1 }, borderColor: { lg: 'line.soft' } }}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
            <ChipChoice
              label={t('use.by')}
              value={by}
              choices={GROUPINGS.map((value) => ({ value, name: t(`use.${value}`) }))}
              onChange={(next) => onChange({ by: next })}
            />
          </Box>
        }
      >
        {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
        {history === undefined ? (
          error === null ? (
            <SkeletonRows rows={4} />
          ) : null
        ) : history === null || empty ? (
          <Typography sx={{ color: 'text.secondary', paddingBlock: 4 }}>{t('use.nothing')}</Typography>
        ) : (
          <>
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
                {t(`unit.${ledger}.${unitFor(roundUp(highestOf(history))).unit}`)}
              </Typography>
              {series.map(({ id, name }, index) => {
                const look = looks[index];
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
                    {look === undefined ? null : <SeriesSwatch look={look} />}
                    <bdi>{name}</bdi>
                  </Typography>
                );
              })}
            </Box>
            <UseChart
              slots={history.slots}
              nameSlot={nameSlot}
              series={series}
              looks={looks}
              label={t('use.chart')}
              total={t('use.total')}
              unfinished={history.slots.indexOf(slotNow(history.zone, step, dataUpdatedAt))}
              height={HEIGHT}
            />
            <Box
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', marginBlockStart: 1 }}
            >
              <ChipChoice
                label={t('use.step')}
                value={step}
                choices={(['day', 'hour'] as const).map((value) => ({
                  value,
                  name: t(`use.${value}`),
                  disabled: value === 'hour' && !hourly,
                  title:
                    value === 'hour' && !hourly ? t('use.hourLimit', { count: MOST_HOURLY_DAYS }) : undefined,
                }))}
                onChange={(next) => onChange({ step: next })}
              />
              <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                {t(open ? 'use.slotsHide' : 'use.slotsShow')}
              </Button>
            </Box>
            {open ? (
              <SlotsTable history={history} series={series} step={step} label={t('use.slots')} />
            ) : null}
          </>
        )}
      </Section>
      <Section heading={t('use.sums')}>
        {history === undefined ? (
          error === null ? (
            <SkeletonRows rows={4} height={48} bars={[0.8]} />
          ) : null
        ) : history === null || empty ? (
          <Typography sx={{ color: 'text.secondary', paddingBlock: 4 }}>{t('use.nothing')}</Typography>
        ) : (
          <>
            <GroupsTable
              label={t('use.sums')}
              ledger={ledger}
              by={by}
              groups={series.map((group, index) => ({ ...group, look: looks[index] }))}
              total={history.total}
            />
            {history.total.estimated > 0 ? (
              <Typography
                variant="caption"
                component="p"
                sx={{ color: 'text.tertiary', marginBlock: '12px 0' }}
              >
                {t('use.estimated', {
                  share: formats.percent(history.total.estimated / history.total.amount),
                })}
              </Typography>
            ) : null}
          </>
        )}
      </Section>
    </Box>
  );
}
