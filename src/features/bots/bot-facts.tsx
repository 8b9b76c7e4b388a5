import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** What a bot is granted and held to, in words. */
export function BotFacts({ bot }: { bot: Bot }) {
  const { t } = useTranslation(['bots', 'terms']);
  const formats = useFormats();
  const quotas = LEDGERS.flatMap((ledger) => {
    const total = bot.quotas[ledger];
    if (total === undefined) return [];
    const amount = t(`terms:amount.${ledger}`, { amount: formats.number(total) });
    return [t('quota', { ledger: t(`terms:ledger.${ledger}`), amount })];
  });
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>
      {quotas.length === 0 ? (
        <Box sx={{ color: 'saffron.ink' }}>{t('noQuota')}</Box>
      ) : (
        quotas.map((quota) => <div key={quota}>{quota}</div>)
      )}
      <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
        {[
          ...(quotas.length === 0 ? [] : [t(`periodOf.${bot.period}`)]),
          t('midnight', { zone: bot.zone }),
          ...(bot.concurrency === null ? [] : [t('concurrency', { count: bot.concurrency })]),
        ].join(' · ')}
      </Typography>
      {bot.allowedHosts.length === 0 ? null : (
        <Typography component="div" variant="body2" sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {t('hosts', { hosts: formats.list(bot.allowedHosts) })}
        </Typography>
      )}
    </Box>
  );
}
