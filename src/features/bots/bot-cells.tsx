import Archive from 'virtual:lucide/archive';
import CircleAlert from 'virtual:lucide/circle-alert';
import CircleCheck from 'virtual:lucide/circle-check';
import Clock from 'virtual:lucide/clock';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { LEDGERS, type LedgerState } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { quotaTone } from '#src/ui/quota/compute-burn-down.ts';
import { sinceText } from '#src/ui/quota/describe-forecast.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';

type BotState = 'active' | 'archived' | 'binned';
type Ledgers = readonly LedgerState[] | undefined;

export function stateOf({ deletedOn, archivedOn }: Bot): BotState {
  return deletedOn !== null ? 'binned' : archivedOn !== null ? 'archived' : 'active';
}

const STATE_STYLES = {
  active: { Icon: CircleCheck, colour: 'leaf.fill' },
  checking: { Icon: Clock, colour: 'text.tertiary' },
  exhausted: { Icon: CircleAlert, colour: 'brick.ink' },
  archived: { Icon: Archive, colour: 'text.tertiary' },
  binned: { Icon: Trash2, colour: 'saffron.fill' },
} as const;

/** The first quota of an active bot that rejects calls, and since when; undefined while every call fits. */
function useExhaustionText(bot: Bot, ledgers: Ledgers): string | undefined {
  const { t } = useTranslation('spending');
  const formats = useFormats();
  const state = ledgers?.find(({ exhausted }) => exhausted);
  if (!state?.exhausted || stateOf(bot) !== 'active') return undefined;
  const quota = t(`exhausted.${state.ledger}`);
  const { since } = state.exhausted;
  return since === null ? quota : t('rejectingSince', { quota, time: sinceText(since, formats) });
}

type StateLineProps = { bot: Bot; ledgers: Ledgers; isPending: boolean };

/** Whether a bot works, and since or until when not; not before it is known whether its quota is used up. */
export function StateLine({ bot, ledgers, isPending }: StateLineProps) {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  const state = stateOf(bot);
  const exhaustion = useExhaustionText(bot, ledgers);
  const shown = exhaustion !== undefined ? 'exhausted' : state === 'active' && isPending ? 'checking' : state;
  const { Icon, colour } = STATE_STYLES[shown];
  const detail =
    state === 'archived' && bot.archivedOn !== null
      ? t('archivedOn', { date: formats.date(bot.archivedOn) })
      : state === 'binned' && bot.purgesOn !== null
        ? t('purgesOn', { date: formats.date(bot.purgesOn) })
        : undefined;
  return (
    <Box sx={{ typography: 'body2', marginBlockStart: 0.5 }}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color: colour }}>
          <Icon size={16} />
        </Box>
        <Box component="span" sx={exhaustion === undefined ? {} : { color: colour }}>
          {exhaustion ?? t(`state.${shown === 'checking' ? shown : state}`)}
        </Box>
      </Box>
      {detail === undefined ? null : <Box sx={{ color: 'text.tertiary' }}>{detail}</Box>}
    </Box>
  );
}

/** Quotas of a bot, with the usage when known. */
export function QuotaCell({ bot, ledgers }: { bot: Bot; ledgers: Ledgers }) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'spending', 'terms']);
  const granted = LEDGERS.filter((ledger) => bot.quotas[ledger] !== undefined);
  if (granted.length === 0) return <Box sx={{ color: 'saffron.ink' }}>{t('noQuota')}</Box>;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
      {granted.map((ledger) => {
        const total = bot.quotas[ledger] ?? 0;
        const state = ledgers?.find((entry) => entry.ledger === ledger);
        const used = state?.used;
        const amount =
          used === undefined
            ? t(`spending:amount.${ledger}`, { count: total })
            : t(`spending:of.${ledger}`, { used, total });
        const share = used === undefined || total === 0 ? 0 : used / total;
        const label = t('quota', { ledger: t(`terms:ledger.${ledger}`), amount });
        return (
          <div key={ledger}>
            {label}
            {state === undefined ? null : (
              <Meter
                value={share}
                label={`${botName(bot)}: ${t(`terms:ledger.${ledger}`)}`}
                valueText={amount}
                tone={quotaTone(state)}
              />
            )}
          </div>
        );
      })}
    </Box>
  );
}

/** When the quota resets, and what else is set. */
export function SettingsCell({ bot }: { bot: Bot }) {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  return (
    <>
      {t(`periodOf.${bot.period}`)}
      <SmallText>{t('midnight', { zone: bot.zone })}</SmallText>
      {bot.concurrency === null ? null : (
        <SmallText>{t('concurrency', { count: bot.concurrency })}</SmallText>
      )}
      {bot.weakAnswers === 'not-found' ? <SmallText>{t('sureOnly')}</SmallText> : null}
      {bot.allowedHosts.length === 0 ? null : (
        <SmallText sx={{ overflowWrap: 'anywhere' }}>
          {t('hosts', { hosts: formats.list(bot.allowedHosts) })}
        </SmallText>
      )}
    </>
  );
}
