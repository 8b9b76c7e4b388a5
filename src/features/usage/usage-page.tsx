import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { UsageOfBots } from '#contract/usage.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { useUsage } from '#src/api/use-usage.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageFrame, pagePadding } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { daysBetween } from '#src/spending/days.ts';
import { BotsSection } from './bots-section.tsx';
import { ChipChoice } from './chip-choice.tsx';
import { CsvButton } from './csv-button.tsx';
import { KeptUsage } from './kept-usage.tsx';
import { SeenUsage } from './seen-usage.tsx';
import { daysOf, MOST_HOURLY_DAYS } from './stretch.ts';
import { useView } from './use-view.ts';

type UsagePageProps = {
  /** Shows the dashboard for another bot. */
  onSwitchBot: (bot: UsageOfBots['items'][number]) => void;
};

/** Who used what, how fast, and when it ends. */
export function UsagePage({ onSwitchBot }: UsagePageProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const [view, change] = useView();
  const { data: usage, error, refetch, dataUpdatedAt } = useUsage();
  const offers = useOffers('usageHistory');
  const watches = useMay('usageHistory') === true && offers === true;
  const offersBots = useOffers('usageOfBots') === true;
  const ledgers = LEDGERS.flatMap((name) => usage?.ledgers.filter(({ ledger }) => ledger === name) ?? []);
  const state = ledgers.find(({ ledger }) => ledger === view.ledger) ?? ledgers[0];
  const shown = state === undefined ? view : { ...view, ledger: state.ledger };
  const days = state && daysOf(view.range, view, state, dataUpdatedAt);
  const hourly = days !== undefined && daysBetween(days.from, days.to) + 1 <= MOST_HOURLY_DAYS;
  return (
    <PageFrame
      title={t('title')}
      subtitle={usage ? t('asOf', { time: formats.time(usage.asOf) }) : ' '}
      body="bare"
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, rowGap: 1.5 }}>
          {ledgers.length > 1 ? (
            <ChipChoice
              label={t('ledgers.label')}
              value={shown.ledger}
              choices={ledgers.map(({ ledger }) => ({ value: ledger, name: t(`ledgers.${ledger}`) }))}
              onChange={(ledger) => change({ ledger, key: '', action: '' })}
            />
          ) : null}
          {watches && days !== undefined ? (
            <CsvButton view={shown} days={days} step={hourly ? view.step : 'day'} />
          ) : null}
        </Box>
      }
    >
      {error === null ? null : (
        <Box sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>
          <FaultNotice error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      {usage === undefined ? (
        error === null ? (
          <Box sx={{ paddingInline: pagePadding }}>
            <SkeletonRows rows={6} />
          </Box>
        ) : null
      ) : usage === null ? (
        <SeenUsage />
      ) : state === undefined ? (
        <Box sx={{ paddingInline: pagePadding }}>
          <EmptyState title={t('noLedger.title')}>{t('noLedger.text')}</EmptyState>
        </Box>
      ) : (
        <KeptUsage usage={usage} state={state} view={shown} onChange={change} />
      )}
      {watches && offersBots && usage ? <BotsSection ledger={shown.ledger} onSwitch={onSwitchBot} /> : null}
    </PageFrame>
  );
}
