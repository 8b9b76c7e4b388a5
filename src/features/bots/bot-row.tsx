import type { BotsState } from './use-bots-state.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Archive from 'virtual:lucide/archive';
import CircleCheck from 'virtual:lucide/circle-check';
import History from 'virtual:lucide/rotate-ccw-clock';
import Trash2 from 'virtual:lucide/trash';
import type { Bot } from '#contract/bots.ts';
import { RecordAction, RecordName, RecordRow } from '#src/ui/record-row.tsx';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BotForm } from './bot-form.tsx';

type BotState = 'active' | 'archived' | 'binned';

function stateOf({ deletedOn, archivedOn }: Bot): BotState {
  return deletedOn !== null ? 'binned' : archivedOn !== null ? 'archived' : 'active';
}

const STATE_STYLES = {
  active: { Icon: CircleCheck, colour: 'leaf.fill' },
  archived: { Icon: Archive, colour: 'text.tertiary' },
  binned: { Icon: Trash2, colour: 'saffron.fill' },
} as const;

/** Whether a bot works, and since or until when not. */
function StateLine({ bot }: { bot: Bot }) {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  const state = stateOf(bot);
  const { Icon, colour } = STATE_STYLES[state];
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
        {t(`state.${state}`)}
      </Box>
      {detail === undefined ? null : <Box sx={{ color: 'text.tertiary' }}>{detail}</Box>}
    </Box>
  );
}

/** The quotas, the limit and the allowed hosts of a bot. */
function BotFacts({ bot }: { bot: Bot }) {
  const { t } = useTranslation(['bots', 'spending', 'terms']);
  const formats = useFormats();
  const quotas = LEDGERS.flatMap((ledger) => {
    const total = bot.quotas[ledger];
    if (total === undefined) return [];
    const amount = t(`spending:amount.${ledger}`, { count: total });
    return [t('quota', { ledger: t(`terms:ledger.${ledger}`), amount })];
  });
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>
      {quotas.length === 0 ? (
        <Box sx={{ color: 'saffron.ink' }}>{t('noQuota')}</Box>
      ) : (
        quotas.map((quota) => <div key={quota}>{quota}</div>)
      )}
      <SmallText>
        {[
          ...(quotas.length === 0 ? [] : [t(`periodOf.${bot.period}`)]),
          t('midnight', { zone: bot.zone }),
          ...(bot.concurrency === null ? [] : [t('concurrency', { count: bot.concurrency })]),
        ].join(' · ')}
      </SmallText>
      {bot.weakAnswers === 'not-found' ? <SmallText>{t('sureOnly')}</SmallText> : null}
      {bot.allowedHosts.length === 0 ? null : (
        <SmallText sx={{ overflowWrap: 'anywhere' }}>
          {t('hosts', { hosts: formats.list(bot.allowedHosts) })}
        </SmallText>
      )}
    </Box>
  );
}

type BotRowProps = {
  bot: Bot;
  state: BotsState;
  /** Whether the key may change bots at all. */
  canChange: boolean;
};

/** Archive and delete, away from the everyday actions. */
function BotMenu({ bot, state }: Pick<BotRowProps, 'bot' | 'state'>) {
  const { t } = useTranslation(['bots', 'terms']);
  const path = useAuditLogPath({ kind: 'bot', subject: bot.id });
  // A bot's audit log is read over a connection to that bot.
  const history = useConnection().bot === String(bot.id) ? path : undefined;
  return (
    <ActionMenu
      label={t('action.more', { name: bot.name })}
      actions={[
        stateOf(bot) === 'active'
          ? { label: t('action.archive'), icon: <Archive size={18} />, onSelect: () => state.archive(bot) }
          : undefined,
        history === undefined
          ? undefined
          : { label: t('terms:history'), icon: <History size={18} />, to: history },
        {
          label: t('action.delete'),
          icon: <Trash2 size={18} />,
          destructive: true,
          onSelect: () => state.setDeleting(bot),
        },
      ]}
    />
  );
}

/** A bot with its state and limits; its settings open below. */
export function BotRow({ bot, state, canChange }: BotRowProps) {
  const { t } = useTranslation(['bots', 'common']);
  const settingsButton = useRef<HTMLButtonElement>(null);
  const { name } = bot;
  const botState = stateOf(bot);
  const current = state.isCurrent(bot);
  const editing = state.open === bot.id;
  const canManage = canChange && bot.manageable;
  return (
    <RecordRow
      columnWeights={[4, 5]}
      open={editing}
      summary={
        <>
          <RecordName name={name} current={current ? t('current') : undefined} />
          <Typography component="div" variant="body2">
            {t('number', { id: String(bot.id) })} · {t('common:units', { count: bot.units })}
          </Typography>
          <StateLine bot={bot} />
        </>
      }
      facts={<BotFacts bot={bot} />}
      actions={
        <>
          {botState === 'binned' || current ? null : (
            <RecordAction
              label={t('action.open')}
              name={t('action.openNamed', { name })}
              onClick={() => state.openBot(bot)}
            />
          )}
          {canManage && botState === 'active' ? (
            <RecordAction
              ref={settingsButton}
              label={t('action.settings')}
              name={t('action.settingsNamed', { name })}
              expanded={editing}
              onClick={() => state.setOpen(editing ? undefined : bot.id)}
            />
          ) : null}
          {canManage && botState !== 'active' ? (
            <RecordAction
              label={t('action.restore')}
              name={t('action.restoreNamed', { name })}
              onClick={() => state.restore(bot)}
            />
          ) : null}
          {canManage ? <BotMenu bot={bot} state={state} /> : null}
        </>
      }
    >
      {editing ? (
        <BotForm
          bot={bot}
          onSaved={(saved) => {
            state.setOpen(undefined);
            state.setOutcome({ kind: 'saved', bot: saved });
          }}
          onCancel={() => {
            state.setOpen(undefined);
            settingsButton.current?.focus();
          }}
        />
      ) : null}
    </RecordRow>
  );
}
