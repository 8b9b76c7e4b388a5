import ArchiveRestore from 'virtual:lucide/archive-restore';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { BinnedUnit, BinPage } from '#contract/bin.ts';
import { listBin } from '#contract/operations/units.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { paths } from '#src/paths.ts';
import { PurgeDialog } from '#src/ui/bin/purge-dialog.tsx';
import { RestoreDialog } from '#src/ui/bin/restore-dialog.tsx';
import { titleHolderIn } from '#src/ui/bin/use-bin.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultMessage } from '#src/ui/fault/fault-message.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { SelectionBar } from '../selection-bar.tsx';
import { type SetUnitFilters, type UnitFilters, useLastPageAtMost } from '../use-unit-filters.ts';
import { BinTable } from './bin-table.tsx';
import { type BinActions, useBinActions } from './use-bin-actions.ts';

/** Outcome of the last action; units with a taken title can be restored under another title. */
function Outcome({ actions: { outcome, openConflict, dismiss } }: { actions: BinActions }) {
  const { t } = useTranslation('bin');
  const navigate = useNavigate();
  const notice = useFocusIfLost(outcome);
  if (outcome === undefined) return null;
  const { name, done, failed } = outcome;
  const [only] = done;
  const restored = name === 'restored' && done.length === 1 && failed.length === 0 ? only : undefined;
  return (
    <Box ref={notice} tabIndex={-1}>
      <OutcomeNotice
        outcome={{
          severity: failed.length === 0 ? 'success' : 'error',
          title: t(`outcome.${name}`, { count: done.length }),
          text: failed.map(({ unit, error }) => {
            const holder = titleHolderIn(error);
            return (
              <div key={unit.id}>
                {t('failedFor', { title: unit.title })}: <FaultMessage error={error} />
                {holder === undefined ? null : (
                  <Button size="small" onClick={() => openConflict({ unit, holder })}>
                    {t('titleTaken.title')}
                  </Button>
                )}
              </div>
            );
          }),
          action: restored && {
            label: t('outcome.openUnit'),
            onClick: () => void navigate(paths.unit(restored.id)),
          },
        }}
        onDismiss={dismiss}
      />
    </Box>
  );
}

type BinBrowserProps = {
  /** How long units stay here. */
  days: number;
  filters: UnitFilters;
  onFilters: SetUnitFilters;
};

/** The deleted units of the bot: search, restore, permanent deletion. */
export function BinBrowser({ days, filters, onFilters }: BinBrowserProps) {
  const { t } = useTranslation(['bin', 'knowledge']);
  const { search, binSort: sort, page, pageSize } = filters;
  const query = { search: search.trim(), offset: page * pageSize, limit: pageSize, sort };
  const bin = useRead(listBin, { query }, { placeholderData: keepPreviousData });
  useLastPageAtMost(filters, bin.isPlaceholderData ? undefined : bin.data?.total, onFilters);
  const [selected, setSelected] = useState<ReadonlyMap<number, BinnedUnit>>(new Map());
  const actions = useBinActions({
    onGone: (ids) => setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  });
  const select = (units: readonly BinnedUnit[], on: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const unit of units) {
        if (on) next.set(unit.id, unit);
        else next.delete(unit.id);
      }
      return next;
    });
  const chosen = [...selected.values()];
  const { conflict } = actions;

  const table = ({ items, total }: BinPage) => (
    <>
      <BinTable
        units={items}
        sort={sort}
        onSort={(binSort) => onFilters({ binSort })}
        actions={actions}
        selected={new Set(selected.keys())}
        onSelect={select}
      />
      <SelectionBar
        label={t('paging')}
        count={chosen.length}
        onClear={() => setSelected(new Map())}
        page={page}
        pageSize={pageSize}
        total={total}
        onPageChange={(next) => onFilters({ page: next })}
        onPageSizeChange={(next) => onFilters({ pageSize: next })}
      >
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<ArchiveRestore size={16} />}
          busy={actions.busy}
          showsProgress={false}
          onClick={() => actions.restore(chosen)}
        >
          {t('restore')}
        </BusyButton>
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<Trash2 size={16} />}
          busy={actions.busy}
          showsProgress={false}
          onClick={() => actions.purge(chosen)}
          sx={{ color: 'brick.ink' }}
        >
          {t('purge')}
        </BusyButton>
      </SelectionBar>
    </>
  );
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1.5, paddingInline: pagePadding, paddingBlock: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('note', { count: days })}
        </Typography>
        <Outcome actions={actions} />
      </Box>
      <QueryView query={bin} inset pending={<SkeletonRows rows={8} />}>
        {(list) =>
          list.items.length > 0 ? (
            table(list)
          ) : list.total > 0 ? (
            // A page beyond the last one, for a moment.
            <SkeletonRows rows={8} />
          ) : (
            <Box sx={{ paddingInline: pagePadding }}>
              {search === '' ? (
                <EmptyState icon={<Trash2 size={24} />} title={t('empty.title')}>
                  {t('empty.text')}
                </EmptyState>
              ) : (
                <NothingMatches
                  title={t('knowledge:nothing.title')}
                  clearLabel={t('showAll')}
                  onClear={() => onFilters({ search: '', page: 0 })}
                />
              )}
            </Box>
          )
        }
      </QueryView>
      <PurgeDialog
        units={actions.pendingPurge}
        busy={actions.busy}
        onConfirm={() => void actions.confirmPurge()}
        onClose={actions.cancelPurge}
      />
      {conflict === undefined ? null : (
        <RestoreDialog {...conflict} onRestored={actions.resolveConflict} onClose={actions.closeConflict} />
      )}
    </>
  );
}
