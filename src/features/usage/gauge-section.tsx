import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { LedgerState } from '#contract/usage.ts';
import { Section } from '#src/components/section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { dayIn } from '#src/spending/days.ts';
import { leftOf } from '#src/spending/say-forecast.ts';
import { Gauge } from './gauge.tsx';

function Figure({ name, value, strong = true }: { name: string; value: string; strong?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        paddingBlock: 1,
        borderBlockStart: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box
        component="dd"
        sx={{ margin: 0, fontWeight: strong ? 600 : 400, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Box>
    </Box>
  );
}

/** What is used and left of one ledger, how fast it goes, and when it begins again. */
export function GaugeSection({ state }: { state: LedgerState }) {
  const { t } = useTranslation(['usage', 'spending']);
  const formats = useFormats();
  const { ledger, used, total, reserved, forecast, endsOn, zone } = state;
  return (
    <Section heading={t(`spending:heading.${ledger}`)} quiet>
      <Gauge
        used={used}
        total={total}
        label={t(`spending:heading.${ledger}`)}
        valueText={t(`spending:of.${ledger}`, { used, total })}
      />
      <Box component="dl" sx={{ margin: 0, marginBlockStart: 1.5 }}>
        <Figure name={t('gauge.left')} value={formats.number(leftOf(state))} />
        {reserved > 0 ? <Figure name={t('gauge.held')} value={formats.number(reserved)} /> : null}
        {forecast === null ? null : (
          <>
            <Figure
              name={t('gauge.pace', { count: forecast.days })}
              value={formats.number(Math.round(forecast.pace))}
            />
            <Figure name={t('gauge.highest')} value={formats.number(Math.round(forecast.highest))} />
          </>
        )}
        {endsOn === null ? null : (
          <Figure name={t('gauge.resets')} value={formats.day(dayIn(zone, endsOn))} strong={false} />
        )}
      </Box>
    </Section>
  );
}
