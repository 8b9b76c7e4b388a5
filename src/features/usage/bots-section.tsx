import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ledger, LedgerState, UsageOfBots } from '#contract/usage.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { Paging } from '#src/components/paging.tsx';
import { Section } from '#src/components/section.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { leftOf } from '#src/spending/say-forecast.ts';
import { FiguresTable } from './figures-table.tsx';
import { ShareBar } from './share-bar.tsx';
import { useUsageOfBots } from './use-figures.ts';

const SIZES = [10, 25, 100] as const;

type BotsSectionProps = { ledger: Ledger; onSwitch: (bot: UsageOfBots['items'][number]) => void };

function useLastDay(): (state: LedgerState) => string {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  return (state) => {
    if (state.used >= state.total) return t('bots.over');
    if (state.forecast === null) return t('bots.unknown');
    const { lastDay, endsBefore } = state.forecast;
    return lastDay === null || !endsBefore ? t('bots.lasts') : formats.day(lastDay);
  };
}

/** Every bot that the key may see: used, left and expected last day; absent while there is only one. */
export function BotsSection({ ledger, onSwitch }: BotsSectionProps) {
  const { t } = useTranslation('usage');
  const formats = useFormats();
  const connection = useConnection();
  const lastDayOf = useLastDay();
  const [page, setPage] = useState(0);
  const [limit, setLimit] = useState<number>(SIZES[0]);
  const { data, error, refetch } = useUsageOfBots({ offset: page * limit, limit });
  if (error !== null && !data) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.total < 2) return null;
  const rows = data.items.map((bot) => {
    const state = bot.ledgers.find((one) => one.ledger === ledger);
    const here = String(bot.id) === connection.bot;
    const name = <bdi>{bot.name || formats.number(bot.id, { useGrouping: false })}</bdi>;
    const note = here ? t('bots.current') : bot.archived ? t('bots.archived') : undefined;
    return {
      key: String(bot.id),
      strong: here,
      cells: {
        bot: (
          <>
            {here ? (
              name
            ) : (
              <Link
                component="button"
                type="button"
                sx={{ textAlign: 'start', font: 'inherit' }}
                title={t('bots.switch', { bot: bot.name })}
                onClick={() => onSwitch(bot)}
              >
                {name}
              </Link>
            )}
            {note === undefined ? null : (
              <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 400 }}>
                {' · '}
                {note}
              </Box>
            )}
          </>
        ),
        used: state === undefined ? '' : formats.number(state.used),
        left: state === undefined ? t('bots.none') : formats.number(leftOf(state)),
        share:
          state === undefined ? '' : <ShareBar share={state.total === 0 ? 1 : state.used / state.total} />,
        lastDay: state === undefined ? '' : lastDayOf(state),
      },
    };
  });
  return (
    <Section heading={t('bots.title')} sx={{ borderBlockStart: 1, borderColor: 'line.soft' }}>
      <FiguresTable
        label={t('bots.title')}
        columns={[
          { key: 'bot', name: t('columns.bot') },
          { key: 'used', name: t('columns.used'), numeric: true, wide: true },
          { key: 'left', name: t('columns.left'), numeric: true },
          { key: 'share', name: t('columns.share'), numeric: true },
          { key: 'lastDay', name: t('columns.lastDay') },
        ]}
        rows={rows}
      />
      {data.total > SIZES[0] ? (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', marginBlockStart: 1.5 }}>
          <Paging
            page={page}
            pageSize={limit}
            total={data.total}
            label={t('bots.paging')}
            sizes={SIZES}
            onPage={setPage}
            onPageSize={(rows) => {
              setLimit(rows);
              setPage(0);
            }}
          />
        </Box>
      ) : null}
    </Section>
  );
}
