import type { BotsState } from './use-bots-state.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBotName } from '#src/ui/use-bot-name.ts';
import Archive from 'virtual:lucide/archive';
import CircleCheck from 'virtual:lucide/circle-check';
import History from 'virtual:lucide/rotate-ccw-clock';
import Settings from 'virtual:lucide/settings';
import SquareArrowOutUpRight from 'virtual:lucide/square-arrow-out-up-right';
import ArchiveRestore from 'virtual:lucide/archive-restore';
import Trash2 from 'virtual:lucide/trash';
import type { Bot } from '#contract/bots.ts';
import { RecordName } from '#src/ui/record-row.tsx';
import { RecordTable } from '#src/ui/record-table.tsx';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { LEDGERS, type LedgerState } from '#contract/usage.ts';
import { Meter } from '#src/ui/meter.tsx';
import { WARNING_THRESHOLD } from '#src/ui/quota/compute-burn-down.ts';
import { useUsageOfListedBots } from './use-bots.ts';
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

/** What a bot used of its quotas, where that is known, else the quotas. */
function QuotaCell({ bot, ledgers }: { bot: Bot; ledgers: readonly LedgerState[] | undefined }) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'spending', 'terms']);
  const granted = LEDGERS.filter((ledger) => bot.quotas[ledger] !== undefined);
  if (granted.length === 0) return <Box sx={{ color: 'saffron.ink' }}>{t('noQuota')}</Box>;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
      {granted.map((ledger) => {
        const total = bot.quotas[ledger] ?? 0;
        const used = ledgers?.find((one) => one.ledger === ledger)?.used;
        const amount =
          used === undefined
            ? t(`spending:amount.${ledger}`, { count: total })
            : t(`spending:of.${ledger}`, { used, total });
        const share = used === undefined || total === 0 ? 0 : used / total;
        const label = t('quota', { ledger: t(`terms:ledger.${ledger}`), amount });
        return (
          <div key={ledger}>
            {label}
            {used === undefined ? null : (
              <Meter
                value={share}
                label={`${botName(bot)}: ${t(`terms:ledger.${ledger}`)}`}
                valueText={amount}
                tone={share >= 1 ? 'brick' : share >= WARNING_THRESHOLD ? 'saffron' : 'teal'}
              />
            )}
          </div>
        );
      })}
    </Box>
  );
}

/** When the quota resets, and what else is set. */
function SettingsCell({ bot }: { bot: Bot }) {
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

const menuButtonId = (id: number) => `menu-of-bot-${id}`;

type BotMenuProps = {
  bot: Bot;
  state: BotsState;
  /** Whether the key may change bots at all. */
  canChange: boolean;
};

/** What can be done with a bot. */
function BotMenu({ bot, state, canChange }: BotMenuProps) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'terms']);
  const path = useAuditLogPath({ kind: 'bot', subject: bot.id });
  // A bot's audit log is read over a connection to that bot.
  const history = useConnection().bot === String(bot.id) ? path : undefined;
  // A form or dialog takes the focus once the menu has given it back.
  const next = useRef<() => void>(undefined);
  const after = (act: () => void) => () => {
    next.current = act;
  };
  const botState = stateOf(bot);
  const canManage = canChange && bot.manageable;
  const canOpen = botState !== 'binned' && !state.isCurrent(bot);
  if (!canManage && !canOpen && history === undefined) return null;
  return (
    <ActionMenu
      id={menuButtonId(bot.id)}
      label={t('action.more', { name: botName(bot) })}
      onExited={() => {
        next.current?.();
        next.current = undefined;
      }}
      actions={[
        canOpen
          ? {
              label: t('action.open'),
              icon: <SquareArrowOutUpRight size={18} />,
              onSelect: after(() => state.openBot(bot)),
            }
          : undefined,
        canManage && botState === 'active'
          ? {
              label: t('action.settings'),
              icon: <Settings size={18} />,
              onSelect: after(() => state.setOpen(bot.id)),
            }
          : undefined,
        canManage && botState === 'active'
          ? { label: t('action.archive'), icon: <Archive size={18} />, onSelect: () => state.archive(bot) }
          : undefined,
        canManage && botState !== 'active'
          ? {
              label: t('action.restore'),
              icon: <ArchiveRestore size={18} />,
              onSelect: () => state.restore(bot),
            }
          : undefined,
        history === undefined
          ? undefined
          : { label: t('terms:history'), icon: <History size={18} />, to: history },
        canManage
          ? {
              label: t('action.delete'),
              icon: <Trash2 size={18} />,
              destructive: true,
              divided: true,
              onSelect: after(() => state.setDeleting(bot)),
            }
          : undefined,
      ]}
    />
  );
}

type BotTableProps = { bots: readonly Bot[]; state: BotsState; canChange: boolean };

/** Bots with their state, quotas and limits; the settings of one open below it. */
export function BotTable({ bots, state, canChange }: BotTableProps) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'common']);
  const usage = useUsageOfListedBots();
  const share = ({ id, quotas }: Bot): number => {
    const text = usage?.get(id)?.find(({ ledger }) => ledger === 'text');
    return text && quotas.text ? text.used / quotas.text : -1;
  };
  return (
    <RecordTable
      label={t('list')}
      items={bots}
      keyOf={({ id }) => String(id)}
      renderOpen={(bot) =>
        state.open === bot.id && canChange && bot.manageable && stateOf(bot) === 'active' ? (
          <BotForm
            bot={bot}
            onSaved={(saved) => {
              state.setOpen(undefined);
              state.setOutcome({ kind: 'saved', bot: saved });
            }}
            onCancel={() => {
              state.setOpen(undefined);
              document.getElementById(menuButtonId(bot.id))?.focus();
            }}
          />
        ) : null
      }
      columns={[
        {
          key: 'name',
          name: t('column.name'),
          width: '28%',
          compare: (one, other) => botName(one).localeCompare(botName(other)),
          renderCell: (bot) => (
            <Box sx={{ fontWeight: 400 }}>
              <RecordName name={botName(bot)} current={state.isCurrent(bot) ? t('current') : undefined} />
              <SmallText>
                {t('number', { id: String(bot.id) })} · {t('common:units', { count: bot.units })}
              </SmallText>
              <StateLine bot={bot} />
            </Box>
          ),
        },
        {
          key: 'quota',
          name: t('column.quota'),
          width: '36%',
          compare: (one, other) => share(one) - share(other),
          renderCell: (bot) => <QuotaCell bot={bot} ledgers={usage?.get(bot.id)} />,
        },
        {
          key: 'settings',
          name: t('column.settings'),
          wideOnly: true,
          renderCell: (bot) => <SettingsCell bot={bot} />,
        },
        {
          key: 'menu',
          name: t('column.actions'),
          width: '56px',
          renderCell: (bot) => <BotMenu bot={bot} state={state} canChange={canChange} />,
        },
      ]}
    />
  );
}
