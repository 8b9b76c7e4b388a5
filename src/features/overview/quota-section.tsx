import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usageHistory } from '#contract/operations/usage.ts';
import type { LedgerState } from '#contract/usage.ts';
import { useConsumptionHistory } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { remainingQuota, tightestLimit, useUsage } from '#src/api/hooks/use-usage.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { addDays, dayInZone } from '#src/ui/quota/calendar-days.ts';
import {
  type BurnPoint,
  computeBurnDown,
  momentToNumber,
  pointsFromHistory,
  quotaTone,
  WARNING_THRESHOLD,
} from '#src/ui/quota/compute-burn-down.ts';
import { ForecastStatement } from '#src/ui/quota/forecast-statement.tsx';
import { ledgerStateFromSamples } from '#src/ui/quota/observed-usage.ts';
import { Section } from '#src/ui/section.tsx';

const WIDTH = 480;
const HEIGHT = 120;
const DEFAULT_PAST_DAYS = 30;

/** A small chart of what is left, without figures; it links to the usage. Only for those who may read reports. */
function BurnDownSparkline({ state, now }: { state: LedgerState; now: number }) {
  const { t } = useTranslation('spending');
  const { palette } = useTheme();
  const isRtl = useLocale().direction === 'rtl';
  const can = useCanUse(usageHistory);
  const to = dayInZone(state.zone, now);
  const from =
    state.startsOn === null ? addDays(to, 1 - DEFAULT_PAST_DAYS) : dayInZone(state.zone, state.startsOn);
  const query = { ledger: state.ledger, from, to, by: 'action', step: 'day' } as const;
  const history = useRead(usageHistory, { query }, { enabled: can, staleTime: 60_000 }).data;
  if (!history || history.total.amount === 0) return null;
  const nowAt = momentToNumber(state.zone, now);
  const points = pointsFromHistory(history, state, nowAt);
  const burn = computeBurnDown({ state, points, nowAt });
  const first = points[0]?.day ?? nowAt;
  const highest = Math.max(state.total, ...points.map(({ remaining }) => remaining));
  const x = (day: number) => ((day - first) / Math.max(1, burn.axisEnd - first)) * WIDTH;
  const y = (amount: number) => HEIGHT - 2 - (amount / highest) * (HEIGHT - 8);
  const coordinates = (point: BurnPoint) => `${x(point.day)},${y(point.remaining)}`;
  const line = points.map(coordinates).join(' ');
  return (
    <Box component={Link} to={paths.usage()} aria-label={t('before.see')} sx={{ display: 'block' }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" aria-hidden>
        <g transform={isRtl ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}>
          <polygon
            points={`${line} ${x(nowAt)},${y(0)} ${x(first)},${y(0)}`}
            fill={palette.teal.fill}
            fillOpacity={0.12}
          />
          <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} stroke={palette.line.firm} />
          <line
            x1={0}
            x2={WIDTH}
            y1={y(burn.threshold)}
            y2={y(burn.threshold)}
            stroke={palette.saffron.fill}
            strokeDasharray="4 4"
          />
          <polyline points={line} fill="none" stroke={palette.teal.fill} strokeWidth={2} />
          {burn.expected === null ? null : (
            <line
              x1={x(nowAt)}
              y1={y(burn.now.remaining)}
              x2={x(burn.expected.day)}
              y2={y(burn.expected.remaining)}
              stroke={palette.teal.fill}
              strokeWidth={2}
              strokeLinecap="round"
              strokeDasharray="0.1 5"
            />
          )}
          <circle cx={x(nowAt)} cy={y(burn.now.remaining)} r={4} fill={palette.teal.fill} />
        </g>
      </svg>
    </Box>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        paddingBlock: 0.75,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        typography: 'body2',
      }}
    >
      <dt>{name}</dt>
      <Box component="dd" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
        {value}
      </Box>
    </Box>
  );
}

function QuotaFiguresPanel({ state, others }: { state: LedgerState; others: readonly LedgerState[] }) {
  const { t } = useTranslation(['overview', 'spending']);
  const limit = tightestLimit(state);
  const { of, used, total, reserved } = limit;
  const share = total > 0 ? used / total : 1;
  const amount = (count: number) => t('spending:amount.text', { count });
  return (
    <div>
      <Meter
        value={share}
        height={8}
        tick={WARNING_THRESHOLD}
        tone={quotaTone(limit)}
        label={of === 'key' ? t('spending:capHeading.text') : t('quota.meter')}
        valueText={t('spending:of.text', { used, total })}
      />
      <Box component="dl" sx={{ margin: 0, marginBlockStart: 1.5 }}>
        <Figure
          name={of === 'key' ? t('spending:capHeading.text') : t('quota.used')}
          value={t('spending:of.text', { used, total })}
        />
        <Figure name={t('quota.leftRow')} value={amount(remainingQuota(limit))} />
        {reserved > 0 ? <Figure name={t('quota.reserved')} value={amount(reserved)} /> : null}
        {others.map((other) => (
          <Figure
            key={other.ledger}
            name={t(`spending:heading.${other.ledger}`)}
            value={t(`spending:of.${other.ledger}`, { used: other.used, total: other.total })}
          />
        ))}
      </Box>
      <Typography variant="body2" sx={{ marginBlockStart: 1.5 }}>
        <TextLink to={paths.usage()}>{t('spending:before.see')}</TextLink>
      </Typography>
    </div>
  );
}

/** Will the quota last? The forecast as a sentence, the figures, and a small chart. */
export function QuotaSection() {
  const { t } = useTranslation(['overview', 'spending']);
  const { data: usage, dataUpdatedAt } = useUsage();
  const { seen: samples } = useConsumptionHistory();
  const ledgers = usage?.ledgers ?? [];
  const textLedger = ledgers.find(({ ledger }) => ledger === 'text');
  const now = Math.max(dataUpdatedAt, samples.at(-1)?.time ?? 0);
  // Without figures from the gateway, samples from the responses to this browser apply.
  const state = textLedger ?? (usage === null ? ledgerStateFromSamples(samples, now) : undefined);
  if (state === undefined) {
    return (
      <Section id="quota" heading={t('spending:forecast.question')} statement={t('quota.unknown')}>
        {null}
      </Section>
    );
  }
  return (
    <Section
      id="quota"
      heading={t('spending:forecast.question')}
      statement={<ForecastStatement state={tightestLimit(state)} now={now} />}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 8,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <QuotaFiguresPanel
          state={state}
          others={ledgers.filter(({ ledger, total }) => ledger !== 'text' && total > 0)}
        />
        {textLedger === undefined || tightestLimit(textLedger).of === 'key' ? null : (
          <BurnDownSparkline state={textLedger} now={now} />
        )}
      </Box>
    </Section>
  );
}
