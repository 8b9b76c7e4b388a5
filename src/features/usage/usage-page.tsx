import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LEDGERS } from '#contract/usage.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { useConsumptionHistory } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useHasPermission, useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { useUsage } from '#src/api/hooks/use-usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageFrame, pagePadding } from '#src/ui/page-frame.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { momentToNumber, pointsFromSamples } from '#src/ui/quota/compute-burn-down.ts';
import { ledgerStateFromSamples } from '#src/ui/quota/observed-usage.ts';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { resolveDateRange } from './date-range.ts';
import { ExportCsvButton } from './export-csv-button.tsx';
import { GatewayUsage } from './gateway-usage.tsx';
import { BotsSection } from './sections/bots-section.tsx';
import { ForecastSection } from './sections/forecast-section.tsx';
import { GaugeSection, SideBySide } from './sections/gauge-section.tsx';
import { ObservedUsageSection } from './sections/observed-usage-section.tsx';
import { useUsageView } from './use-usage-view.ts';

/** Usage without records at the gateway: figures from the responses to this browser, labelled as such. */
function ObservedUsage() {
  const { t } = useTranslation('usage');
  const { seen, forget } = useConsumptionHistory();
  const [opened] = useState(() => Date.now());
  const zone = browserTimeZone();
  const now = Math.max(opened, seen.at(-1)?.time ?? 0);
  const state = ledgerStateFromSamples(seen, now, zone);
  if (state === undefined) {
    return (
      <Box sx={{ paddingInline: pagePadding }}>
        <EmptyState title={t('seen.title')}>{t('seen.none')}</EmptyState>
      </Box>
    );
  }
  const dayNumber = (moment: number) => momentToNumber(zone, moment);
  const points = pointsFromSamples(seen, dayNumber);
  const last = points.at(-1);
  const drawn = last === undefined ? points : [...points, { day: dayNumber(now), remaining: last.remaining }];
  return (
    <>
      <SideBySide>
        <GaugeSection state={state} />
        <ForecastSection state={state} now={now} points={drawn} />
      </SideBySide>
      <ObservedUsageSection samples={seen} now={now} zone={zone} onClear={forget} />
    </>
  );
}

/** Opens the usage of another bot. */
function useSwitchBot(): (bot: { id: number }) => void {
  const connections = useConnections();
  const navigate = useNavigate();
  return ({ id }) => {
    const connection = connections.current();
    if (connection === undefined) return;
    // Filters by keys of the previous bot do not apply to the new bot.
    void navigate(paths.usage());
    connections.update(connection.id, { bot: String(id) });
  };
}

/** Usage, quotas and forecast. */
export function UsagePage() {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const [view, change] = useUsageView();
  const query = useUsage();
  const { data: usage, dataUpdatedAt } = query;
  const supported = useIsSupported('usageHistory');
  const canSeeBreakdown = useHasPermission('readReports') === true && supported === true;
  const supportsExport = useIsSupported('exportUsage') === true;
  const supportsBots = useIsSupported('usageOfBots') === true;
  const ledgers = LEDGERS.flatMap((name) => usage?.ledgers.filter(({ ledger }) => ledger === name) ?? []);
  const state = ledgers.find(({ ledger }) => ledger === view.ledger) ?? ledgers[0];
  const switchBot = useSwitchBot();
  const effectiveView = state === undefined ? view : { ...view, ledger: state.ledger };
  const days = state && resolveDateRange(view.range, view, state, dataUpdatedAt);
  return (
    <PageFrame
      title={t('title')}
      subtitle={usage ? t('asOf', { time: formats.time(usage.asOf) }) : ' '}
      body="bare"
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, rowGap: 1.5 }}>
          {ledgers.length > 1 ? (
            <ChipSelect
              label={t('ledgers.label')}
              value={effectiveView.ledger}
              options={ledgers.map(({ ledger }) => ({ value: ledger, name: t(`ledgers.${ledger}`) }))}
              onChange={(ledger) => change({ ledger, key: '', action: '' })}
            />
          ) : null}
          {canSeeBreakdown && supportsExport && days !== undefined ? (
            <ExportCsvButton ledger={effectiveView.ledger} days={days} />
          ) : null}
        </Box>
      }
    >
      {canSeeBreakdown && supportsBots && usage ? (
        <BotsSection ledger={effectiveView.ledger} onSwitch={switchBot} />
      ) : null}
      <QueryView query={query} inset pending={<SkeletonRows rows={6} />} empty={<ObservedUsage />}>
        {(now) =>
          state === undefined ? (
            <Box sx={{ paddingInline: pagePadding }}>
              <EmptyState title={t('noLedger.title')}>{t('noLedger.text')}</EmptyState>
            </Box>
          ) : (
            <GatewayUsage usage={now} state={state} view={effectiveView} onChange={change} />
          )
        }
      </QueryView>
    </PageFrame>
  );
}
