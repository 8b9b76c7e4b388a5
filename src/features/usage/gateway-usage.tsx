import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerState, Usage } from '#contract/usage.ts';
import { useHasPermission, useIsSupported, useSession } from '#src/api/hooks/use-permissions.ts';
import { tightestLimit } from '#src/api/hooks/use-usage.ts';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { DateField } from '#src/ui/date-field.tsx';
import { dayInZone } from '#src/ui/quota/calendar-days.ts';
import { momentToNumber, pointsFromHistory } from '#src/ui/quota/compute-burn-down.ts';
import { type DateRangePreset, dateRangeError, MAX_RANGE_DAYS, resolveDateRange } from './date-range.ts';
import { ConsumersSection } from './sections/consumers-section.tsx';
import { FailedRequestsSection } from './sections/failed-requests-section.tsx';
import { ForecastSection } from './sections/forecast-section.tsx';
import { GaugeSection, SideBySide } from './sections/gauge-section.tsx';
import { RequestsSection } from './sections/requests-section.tsx';
import { UsageOverTimeSection } from './sections/usage-over-time-section.tsx';
import { useUsageHistory } from './use-usage-queries.ts';
import type { UsageSectionProps, UsageView } from './use-usage-view.ts';

/** `today`: in the zone of the ledger. */
type BreakdownProps = UsageSectionProps & { hasPeriods: boolean; today: string };

/** The days that the page shows. */
function DateRangeFilter({ view, days, hasPeriods, today, onChange }: BreakdownProps) {
  const { t } = useTranslation('usage');
  const { range, from, to } = view;
  const rangeError = range === 'own' && from !== '' && to !== '' ? dateRangeError({ from, to }) : undefined;
  const presets: { value: DateRangePreset; name: string }[] = [
    ...([7, 30, 90] as const).map((count) => ({
      value: `${count}` as const,
      name: t('range.days', { count }),
    })),
    ...(hasPeriods ? [{ value: 'period' as const, name: t('range.period') }] : []),
    { value: 'own', name: t('range.own') },
  ];
  const selectPreset = (value: DateRangePreset) => {
    const hours = value === '7' ? {} : { step: 'day' as const };
    onChange(value === 'own' ? { range: value, ...days } : { range: value, from: '', to: '', ...hours });
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <ChipSelect label={t('range.label')} value={range} options={presets} onChange={selectPreset} />
      {range === 'own' ? (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
          {(['from', 'to'] as const).map((edge) => (
            <DateField
              key={edge}
              label={t(`range.${edge}`)}
              value={view[edge]}
              max={today}
              onChange={(day) => onChange({ [edge]: day, step: 'day' })}
              error={
                rangeError !== undefined && edge === 'to'
                  ? t(`range.${rangeError}`, { count: MAX_RANGE_DAYS })
                  : undefined
              }
            />
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

/** Usage by key and failed requests, for keys that may read reports. */
function UsageBreakdown({ view, days, hasPeriods, today, onChange }: BreakdownProps) {
  const supportsFailures = useIsSupported('usageFailures') === true;
  return (
    <>
      <Box
        sx={{ paddingInline: { xs: 2, md: 4 }, paddingBlock: 1.5, borderBlock: 1, borderColor: 'line.soft' }}
      >
        <DateRangeFilter view={view} days={days} hasPeriods={hasPeriods} today={today} onChange={onChange} />
      </Box>
      <UsageOverTimeSection view={view} days={days} onChange={onChange} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'minmax(0, 13fr) minmax(0, 11fr)' } }}>
        <ConsumersSection view={view} days={days} onChange={onChange} />
        {supportsFailures ? <FailedRequestsSection days={days} /> : null}
      </Box>
      <RequestsSection view={view} days={days} onChange={onChange} />
    </>
  );
}

type GatewayUsageProps = {
  usage: Usage;
  state: LedgerState;
  view: UsageView;
  onChange: (change: Partial<UsageView>) => void;
};

/** The forecast, with the history since the period began, or of the last 30 days. */
function ForecastWithHistory({ usage, state }: Pick<GatewayUsageProps, 'usage' | 'state'>) {
  const now = Date.parse(usage.asOf);
  const days = resolveDateRange(state.startsOn === null ? '30' : 'period', { from: '', to: '' }, state, now);
  const { data } = useUsageHistory({ ledger: state.ledger, ...days, by: 'action', step: 'day' });
  const points = useMemo(() => {
    if (data === undefined || data === null) return data;
    const nowAt = momentToNumber(state.zone, now);
    return pointsFromHistory(data, state, nowAt);
  }, [data, state, now]);
  return <ForecastSection state={state} now={now} points={points} />;
}

/**
 * Usage as the gateway records it: the rest of the quota for every key, the breakdown for keys that may read reports.
 */
export function GatewayUsage({ usage, state, view, onChange }: GatewayUsageProps) {
  const { t } = useTranslation('usage');
  const supported = useIsSupported('usageHistory');
  const permitted = useHasPermission('readReports');
  const ownKey = useSession().data?.view;
  const limit = tightestLimit(state);
  const canSeeBreakdown = supported === true && permitted === true;
  const now = Date.parse(usage.asOf);
  return (
    <>
      <SideBySide>
        <GaugeSection state={state} />
        {canSeeBreakdown && limit.of === 'bot' ? (
          <ForecastWithHistory usage={usage} state={state} />
        ) : (
          <ForecastSection
            state={limit}
            now={now}
            points={null}
            note={
              <>
                {limit.of === 'key' && ownKey ? (
                  <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>
                    {t('capNote', { name: ownKey.name })}
                  </Typography>
                ) : null}
                {permitted === false ? (
                  <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{t('watchers')}</Typography>
                ) : null}
              </>
            }
          />
        )}
      </SideBySide>
      {canSeeBreakdown ? (
        <UsageBreakdown
          view={view}
          days={resolveDateRange(view.range, view, state, now)}
          hasPeriods={state.startsOn !== null}
          today={dayInZone(state.zone, now)}
          onChange={onChange}
        />
      ) : (
        <Box sx={{ borderBlockStart: 1, borderColor: 'line.soft' }} />
      )}
    </>
  );
}
