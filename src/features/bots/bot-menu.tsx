import Archive from 'virtual:lucide/archive';
import ArchiveRestore from 'virtual:lucide/archive-restore';
import History from 'virtual:lucide/rotate-ccw-clock';
import Settings from 'virtual:lucide/settings';
import SquareArrowOutUpRight from 'virtual:lucide/square-arrow-out-up-right';
import Trash2 from 'virtual:lucide/trash';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { stateOf } from './bot-cells.tsx';
import type { BotsState } from './use-bots-state.ts';

export const menuButtonId = (id: number) => `menu-of-bot-${id}`;

type BotMenuProps = {
  bot: Bot;
  state: BotsState;
  /** Whether the key may change bots at all. */
  canChange: boolean;
};

/** What can be done with a bot. */
export function BotMenu({ bot, state, canChange }: BotMenuProps) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'terms']);
  const path = useAuditLogPath({ kind: 'bot', subject: bot.id });
  // A bot's audit log is read over a connection to that bot.
  const history = useConnection().bot === String(bot.id) ? path : undefined;
  const botState = stateOf(bot);
  const canManage = canChange && bot.manageable;
  const canOpen = botState !== 'binned' && !state.isCurrent(bot);
  if (!canManage && !canOpen && history === undefined) return null;
  return (
    <ActionMenu
      id={menuButtonId(bot.id)}
      label={t('action.more', { name: botName(bot) })}
      actions={[
        canOpen && {
          label: t('action.open'),
          icon: <SquareArrowOutUpRight size={18} />,
          onSelect: () => state.openBot(bot),
          takesFocus: true,
        },
        canManage &&
          botState === 'active' && {
            label: t('action.settings'),
            icon: <Settings size={18} />,
            onSelect: () => state.setOpen(bot.id),
            takesFocus: true,
          },
        canManage && botState === 'active'
          ? { label: t('action.archive'), icon: <Archive size={18} />, onSelect: () => state.archive(bot) }
          : canManage && {
              label: t('action.restore'),
              icon: <ArchiveRestore size={18} />,
              onSelect: () => state.restore(bot),
            },
        history !== undefined && { label: t('terms:history'), icon: <History size={18} />, to: history },
        canManage && {
          label: t('action.delete'),
          icon: <Trash2 size={18} />,
          destructive: true,
          divided: true,
          onSelect: () => state.setDeleting(bot),
          takesFocus: true,
        },
      ]}
    />
  );
}
