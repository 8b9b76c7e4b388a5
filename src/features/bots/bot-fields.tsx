import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { BOT_LIMITS } from '#contract/limits.ts';
import type { Period } from '#contract/usage.ts';
import { LEDGERS, PERIODS } from '#contract/usage.ts';
import { AmountField } from '#src/components/amount-field.tsx';
import { FieldSet } from '#src/components/field-set.tsx';
import type { BotFormState } from './use-bot-form.ts';
import { ZoneField } from './zone-field.tsx';

const PERIOD_WORDS = { none: 'periodNone', daily: 'periodDaily', monthly: 'periodMonthly' } as const;

/** Name, quota, period, limits and hosts of a bot. */
export function BotFields({ form, isNew }: { form: BotFormState; isNew: boolean }) {
  const { t } = useTranslation(['bots', 'terms']);
  const { values, problems } = form;
  return (
    <>
      <TextField
        {...form.registerName()}
        label={t('form.name')}
        size="small"
        autoFocus
        error={problems.name !== undefined}
        helperText={problems.name}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: BOT_LIMITS.name, autoComplete: 'off' } }}
      />
      <FieldSet label={t('form.quotas')} hint={t(isNew ? 'form.quotasHintNew' : 'form.quotasHint')}>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
          {LEDGERS.map((ledger) => (
            <AmountField
              key={ledger}
              label={t(`terms:ledger.${ledger}`)}
              unit={t(`terms:unit.${ledger}`)}
              value={values.quotas[ledger] ?? undefined}
              problem={problems.quota(ledger)}
              onChange={(amount) => form.setQuota(ledger, amount)}
            />
          ))}
        </Box>
      </FieldSet>
      <FieldSet label={t('form.period')}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('form.period')}
          value={values.period}
          onChange={(_, period: Period | null) => {
            if (period !== null) form.set('period', period);
          }}
          sx={{ flexWrap: 'wrap' }}
        >
          {PERIODS.map((period) => (
            <ToggleButton key={period} value={period}>
              {t(`form.${PERIOD_WORDS[period]}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </FieldSet>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <ZoneField value={values.zone} onChange={(zone) => form.set('zone', zone)} problem={problems.zone} />
        <AmountField
          label={t('form.concurrency')}
          value={values.concurrency ?? undefined}
          problem={problems.concurrency}
          hint={t('form.concurrencyHint')}
          onChange={(amount) => form.set('concurrency', amount ?? null)}
        />
      </Box>
      <TextField
        label={t('form.hosts')}
        size="small"
        multiline
        minRows={2}
        maxRows={8}
        value={form.hosts}
        error={problems.hosts !== undefined}
        helperText={problems.hosts ?? t('form.hostsHint')}
        onChange={(event) => form.setHosts(event.target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ '& textarea': { paddingInline: 1.5, fontFamily: 'inherit' } }}
      />
    </>
  );
}
