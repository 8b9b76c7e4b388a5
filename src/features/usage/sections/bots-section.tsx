import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Ledger, LedgerState, UsageOfBots } from '#contract/usage.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { remainingQuota } from '#src/api/hooks/use-usage.ts';
import { useUsageOfBots } from '#src/features/usage/use-usage-queries.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { DataTable, LinkCell, ShareBar } from '#src/ui/data-table.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { Section } from '#src/ui/section.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';

type Bot = UsageOfBots['items'][number];
function useLastDayText(): (state: LedgerState) => string {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  return (state) => {
    if (state.exhausted || state.used >= state.total) return t('bots.over');
    if (state.forecast === null) return t('bots.unknown');
    const { lastDay, exhaustsBeforeReset } = state.forecast;
    return lastDay === null || !exhaustsBeforeReset ? t('bots.lasts') : formats.day(lastDay);
  };
}

/** The name of a bot, which opens its usage; of the current and of archived bots with a note. */
function BotName({ bot, current, onSwitch }: { bot: Bot; current: boolean; onSwitch: (bot: Bot) => void }) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const botName = useBotName()(bot);
  const name = <bdi>{botName || formats.number(bot.id, { useGrouping: false })}</bdi>;
  const note = current ? t('bots.current') : bot.archived ? t('bots.archived') : undefined;
  return (
    <>
      {current ? (
        name
      ) : (
        <LinkCell title={t('bots.switch', { bot: botName })} onClick={() => onSwitch(bot)}>
          {name}
        </LinkCell>
      )}
      {note === undefined ? null : (
        <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 400 }}>
          {' · '}
          {note}
        </Box>
      )}
    </>
  );
}

/** Every bot that the key may see: used, left and expected last day; absent while there is only one. */
export function BotsSection({ ledger, onSwitch }: { ledger: Ledger; onSwitch: (bot: Bot) => void }) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const connection = useConnection();
  const lastDayOf = useLastDayText();
  const paging = usePaging();
  const { page, pageSize: limit } = paging;
  const { data, error, refetch } = useUsageOfBots({ offset: page * limit, limit });
  if (error !== null && !data) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.total < 2) return null;
  const isCurrent = (bot: Bot) => String(bot.id) === connection.bot;
  return (
    <Section heading={t('bots.title')} sx={{ borderBlockEnd: 1, borderColor: 'line.soft' }}>
      <DataTable
        label={t('bots.title')}
        items={data.items.map((bot) => ({
          bot,
          state: bot.ledgers.find((entry) => entry.ledger === ledger),
        }))}
        keyOf={({ bot }) => String(bot.id)}
        isEmphasized={({ bot }) => isCurrent(bot)}
        columns={[
          {
            key: 'bot',
            name: t('columns.bot'),
            renderCell: ({ bot }) => <BotName bot={bot} current={isCurrent(bot)} onSwitch={onSwitch} />,
          },
          {
            key: 'used',
            name: t('columns.used'),
            numeric: true,
            hideOnNarrow: true,
            renderCell: ({ state }) => state && formats.number(state.used),
          },
          {
            key: 'left',
            name: t('columns.left'),
            numeric: true,
            renderCell: ({ state }) => (state ? formats.number(remainingQuota(state)) : t('bots.none')),
          },
          {
            key: 'share',
            name: t('columns.share'),
            numeric: true,
            renderCell: ({ state }) =>
              state && <ShareBar share={state.total === 0 ? 1 : state.used / state.total} />,
          },
          {
            key: 'lastDay',
            name: t('columns.lastDay'),
            renderCell: ({ state }) => state && lastDayOf(state),
          },
        ]}
      />
      <PagingFooter {...paging} total={data.total} label={t('bots.paging')} />
    </Section>
  );
}
