import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { usageConsumers } from '#contract/operations/usage.ts';
import { useConnection, useConsumption } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useUsage } from '#src/api/hooks/use-usage.ts';
import { PaymentRequired } from '#src/api/transport/gateway-errors.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { dayInZone } from '#src/ui/quota/calendar-days.ts';
import { PauseKey } from './pause-key.tsx';

/** The ledger that a refusal names, as the Usage page's address takes it. */
function ledgerFromError({ parameters }: PaymentRequired): { ledger?: string } {
  const { ledger } = parameters;
  return typeof ledger === 'string' && ledger !== 'text' ? { ledger } : {};
}

/** Owners can raise a quota or a cap themselves. */
function RaiseLimitLink({ error }: { error: PaymentRequired }) {
  const { t } = useTranslation('faults');
  const { bot } = useConnection();
  const canChangeBots = useCanUse({ id: 'changeBot', kind: 'extension', right: 'manageBots' });
  const canChangeKeys = useCanUse({ id: 'changeKey', kind: 'extension', right: 'manageKeys' });
  const key = cappedKeyOf(error);
  if (key === undefined ? !canChangeBots : !canChangeKeys) return null;
  return (
    <LinkButton
      variant="outlined"
      size="small"
      to={key === undefined ? paths.bots({ edit: bot }) : paths.keys({ raise: key })}
    >
      {t(key === undefined ? 'next.raise' : 'next.raiseCap')}
    </LinkButton>
  );
}

/** The id of the key whose cap refused. */
function cappedKeyOf({ parameters: { key } }: PaymentRequired): string | undefined {
  return typeof key === 'string' ? key : undefined;
}

/** Who used most of the bot's quota in its period, with the way to its requests; for those who may read reports. */
function TopKey({ error }: { error: PaymentRequired }) {
  const { t } = useTranslation('spending');
  const formats = useFormats();
  const { ledger = 'text' } = ledgerFromError(error);
  const state = useUsage().data?.ledgers.find((entry) => entry.ledger === ledger);
  const canRead = useCanUse(usageConsumers) && cappedKeyOf(error) === undefined;
  const from = state?.startsOn ? { from: dayInZone(state.zone, state.startsOn) } : {};
  const query = { ledger: state?.ledger ?? 'text', by: 'key', offset: 0, limit: 1, ...from } as const;
  const { data } = useRead(usageConsumers, { query }, { enabled: canRead && state !== undefined });
  const top = data?.items[0];
  if (!canRead || !top || top.name === '' || !data) return null;
  return (
    <>
      <span>{t('key.top', { name: top.name, share: formats.percent(top.amount / data.amount) })}</span>
      <LinkButton variant="outlined" size="small" to={paths.usage({ by: 'key', key: top.id })}>
        {t('key.requests')}
      </LinkButton>
      <PauseKey keyId={top.id} />
    </>
  );
}

/** Remedy for a call refused by a quota or cap; empty for other failures. */
export function QuotaRemedy({ error }: { error: unknown }) {
  const { t } = useTranslation('faults');
  if (!(error instanceof PaymentRequired)) return null;
  return (
    <>
      <LinkButton variant="outlined" size="small" to={paths.usage(ledgerFromError(error))}>
        {t('next.quota')}
      </LinkButton>
      <RaiseLimitLink error={error} />
      <TopKey error={error} />
    </>
  );
}

/** What was used of the quota, after a refusal of a gateway whose own words do not say it. */
export function QuotaFigures({ error }: { error: unknown }) {
  const { t } = useTranslation('faults');
  const consumption = useConsumption();
  if (!(error instanceof PaymentRequired) || error.fault !== undefined || consumption === undefined)
    return null;
  const { used, total } = consumption;
  return (
    <Box component="span" sx={{ display: 'block' }}>
      {t('quotaFigure', { used, total, left: Math.max(0, total - used) })}
    </Box>
  );
}
