import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { RecordName } from '#src/ui/record-row.tsx';
import { RecordTable } from '#src/ui/record-table.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { QuotaCell, SettingsCell, StateLine, stateOf } from './bot-cells.tsx';
import { BotForm } from './bot-form.tsx';
import { BotMenu, menuButtonId } from './bot-menu.tsx';
import { useUsageOfListedBots } from './use-bots.ts';
import type { BotsState } from './use-bots-state.ts';

type BotTableProps = { bots: readonly Bot[]; state: BotsState; canChange: boolean };

type NameCellProps = Parameters<typeof StateLine>[0] & Pick<BotTableProps, 'state'>;

function NameCell({ bot, state, ledgers, isPending }: NameCellProps) {
  const botName = useBotName();
  const { t } = useTranslation(['bots', 'common']);
  return (
    <Box sx={{ fontWeight: 400 }}>
      <RecordName name={botName(bot)} current={state.isCurrent(bot) ? t('current') : undefined} />
      <SmallText>
        {t('number', { id: String(bot.id) })} · {t('common:units', { count: bot.units })}
      </SmallText>
      <StateLine bot={bot} ledgers={ledgers} isPending={isPending} />
    </Box>
  );
}

/** The settings of a bot; closing them moves the focus back to its menu. */
function OpenBotForm({ bot, state }: { bot: Bot; state: BotsState }) {
  return (
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
  );
}

/** Bots with state, quotas and limits; a row opens the settings of its bot. */
export function BotTable({ bots, state, canChange }: BotTableProps) {
  const botName = useBotName();
  const { t } = useTranslation('bots');
  const usage = useUsageOfListedBots(bots);
  const share = ({ id, quotas }: Bot): number => {
    const text = usage.ledgers.get(id)?.find(({ ledger }) => ledger === 'text');
    return text && quotas.text ? text.used / quotas.text : -1;
  };
  return (
    <RecordTable
      label={t('list')}
      items={bots}
      keyOf={({ id }) => String(id)}
      renderOpen={(bot) =>
        state.open === bot.id && canChange && bot.manageable && stateOf(bot) === 'active' ? (
          <OpenBotForm bot={bot} state={state} />
        ) : null
      }
      columns={[
        {
          key: 'name',
          name: t('column.name'),
          width: '28%',
          compare: (a, b) => botName(a).localeCompare(botName(b)),
          renderCell: (bot) => (
            <NameCell
              bot={bot}
              state={state}
              ledgers={usage.ledgers.get(bot.id)}
              isPending={usage.isPending && !usage.ledgers.has(bot.id)}
            />
          ),
        },
        {
          key: 'quota',
          name: t('column.quota'),
          width: '36%',
          compare: (a, b) => share(a) - share(b),
          renderCell: (bot) => <QuotaCell bot={bot} ledgers={usage.ledgers.get(bot.id)} />,
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
