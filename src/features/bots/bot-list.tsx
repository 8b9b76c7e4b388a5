import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { BotList as Listed } from '#contract/bots.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Paging } from '#src/components/paging.tsx';
import { BotRow } from './bot-row.tsx';
import type { BotsState } from './use-bots-state.ts';
import { PAGE_SIZES } from './use-bots-state.ts';

type BotListProps = { list: Listed; state: BotsState; mayChange: boolean };

export function BotList({ list, state, mayChange }: BotListProps) {
  const { t } = useTranslation('bots');
  const { query, open } = state;
  if (list.items.length === 0)
    return (
      <EmptyState
        title={t('nothing.title')}
        actions={
          <Button variant="outlined" onClick={() => state.search('')}>
            {t('nothing.clear')}
          </Button>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    );
  return (
    <div>
      <Box
        component="ul"
        aria-label={t('list')}
        sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
      >
        {list.items.map((bot) => (
          <BotRow
            key={bot.id}
            bot={bot}
            current={state.isCurrent(bot)}
            mayChange={mayChange}
            editing={open !== undefined && 'id' in open && open.id === bot.id}
            onEdit={(editing) => state.setOpen(editing ? { id: bot.id } : undefined)}
            onSaved={(saved) => {
              state.setOpen(undefined);
              state.setOutcome({ kind: 'saved', bot: saved });
            }}
            onOpen={() => state.openBot(bot)}
            onArchive={() => state.archive(bot)}
            onRestore={() => state.restore(bot)}
            onDelete={() => state.setDeleting(bot)}
          />
        ))}
      </Box>
      {list.total <= PAGE_SIZES[0] ? null : (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', paddingBlock: 1 }}>
          <Paging
            label={t('paging')}
            sizes={PAGE_SIZES}
            page={query.page}
            pageSize={query.pageSize}
            total={list.total}
            onPage={state.setPage}
            onPageSize={state.setPageSize}
          />
        </Box>
      )}
    </div>
  );
}
