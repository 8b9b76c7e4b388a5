import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import { useConsumptionHistory } from '#src/api/gateway-context.tsx';
import { useUsage } from '#src/api/use-usage.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { Meter } from '#src/components/meter.tsx';
import { Section } from '#src/components/section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { leftOf, sayForecast } from '#src/spending/say-forecast.ts';
import { stateOfSeen } from '#src/spending/seen-use.ts';
import { BurnSketch } from './burn-sketch.tsx';

const ATTENTION = 0.8;

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

function Figures({ state, others }: { state: LedgerState; others: readonly LedgerState[] }) {
  const { t } = useTranslation(['overview', 'spending']);
  const { used, total, reserved } = state;
  const share = total > 0 ? used / total : 1;
  const amount = (count: number) => t('spending:amount.text', { count });
  return (
    <div>
      <Meter
        value={share}
        height={8}
        tick={ATTENTION}
        tone={share >= 1 ? 'brick' : share >= ATTENTION ? 'saffron' : 'teal'}
        label={t('quota.meter')}
        valueText={t('spending:of.text', { used, total })}
      />
      <Box component="dl" sx={{ margin: 0, marginBlockStart: 1.5 }}>
        <Figure name={t('quota.used')} value={t('spending:of.text', { used, total })} />
        <Figure name={t('quota.leftRow')} value={amount(leftOf(state))} />
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

/** Will the quota last? The forecast in a sentence, what is used and left, and its course as a sketch. */
export function QuotaSection() {
  const { t } = useTranslation('overview');
  const { t: spending } = useTranslation('spending');
  const formats = useFormats();
  const { data: usage, dataUpdatedAt } = useUsage();
  const { seen } = useConsumptionHistory();
  const ledgers = usage?.ledgers ?? [];
  const kept = ledgers.find(({ ledger }) => ledger === 'text');
  const now = Math.max(dataUpdatedAt, seen.at(-1)?.at ?? 0);
  // A gateway that keeps no figures is known by what this browser saw of it.
  const state = kept ?? (usage === null ? stateOfSeen(seen, now) : undefined);
  if (state === undefined) {
    return (
      <Section id="quota" heading={t('quota.question')} statement={t('quota.unknown')}>
        {null}
      </Section>
    );
  }
  const { sentence, detail } = sayForecast(state, spending, formats, now);
  return (
    <Section
      id="quota"
      heading={t('quota.question')}
      statement={
        <>
          {sentence}
          {detail === undefined ? null : (
            <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {detail}
            </Typography>
          )}
        </>
      }
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
        <Figures
          state={state}
          others={ledgers.filter(({ ledger, total }) => ledger !== 'text' && total > 0)}
        />
        {kept === undefined ? null : <BurnSketch state={kept} now={now} />}
      </Box>
    </Section>
  );
}
