import CircleX from 'virtual:lucide/circle-x';
import ListStart from 'virtual:lucide/list-start';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import Power from 'virtual:lucide/power';
import RotateCw from 'virtual:lucide/rotate-cw';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Pagination, type PaginationProps } from '#src/ui/pagination.tsx';
import { OwnerMenu } from '#src/ui/people/owner-menu.tsx';
import { isUnavailable } from '#src/ui/unit/availability.ts';
import { isReadyStatus } from '#src/ui/unit/resolve-unit-status.ts';
import type { UnitRow } from './unit-row.ts';
import type { UnitActionState, UnitActions } from './use-bulk-unit-actions.ts';
import { PAGE_SIZES } from './use-unit-filters.ts';

type SelectionBarProps = Omit<PaginationProps, 'pageSizeOptions'> & {
  /** How many rows are selected, on all pages. */
  count: number;
  onClear: () => void;
  /** What can be done with the selection. */
  children: ReactNode;
};

/** The bar below a list: actions on the selection at its start, paging at its end. */
export function SelectionBar({ count, onClear, children, ...paging }: SelectionBarProps) {
  const { t } = useTranslation('knowledge');
  // On phones an empty bar is hidden.
  const needed = count > 0 || paging.total > paging.pageSize;
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
        marginBlockStart: 'auto',
        zIndex: 2,
        minHeight: 56,
        display: { xs: needed ? 'flex' : 'none', md: 'flex' },
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: 0.75,
        bgcolor: 'background.default',
        borderBlockStart: 1,
        borderColor: 'line.firm',
      }}
    >
      <Box role="status" sx={{ fontWeight: 600, typography: 'body2', marginInlineEnd: count > 0 ? 1 : 0 }}>
        {count > 0 ? t('selected', { count }) : ''}
      </Box>
      {count === 0 ? null : (
        <>
          {children}
          <Button size="small" onClick={onClear}>
            {t('clearSelection')}
          </Button>
        </>
      )}
      <Box sx={{ flex: 1 }} />
      <Pagination {...paging} pageSizeOptions={PAGE_SIZES} />
    </Box>
  );
}

type SelectedUnit = Pick<UnitRow, 'id' | 'title' | 'status' | 'validity'>;
type UnitSelectionActionsProps = {
  selected: readonly SelectedUnit[];
  state: UnitActionState;
};

const isAskable = ({ status, validity }: Pick<UnitRow, 'status' | 'validity'>) =>
  (isReadyStatus(status) || typeof status === 'number') && !isUnavailable(validity);

/** Whether anything can be done with a selection of a unit: over some gateways it can only be asked about. */
export function useIsSelectable({ reindex, remove }: UnitActions): (row: UnitRow) => boolean {
  const canAsk = useOptimisticPermission('ask');
  const hasActions = reindex !== undefined || remove !== undefined;
  return (row) => hasActions || (canAsk && isAskable(row));
}

/** What can be done with several units at once. */
export function UnitSelectionActions({ selected, state }: UnitSelectionActionsProps) {
  const { t } = useTranslation(['knowledge', 'jobs', 'terms']);
  const canAsk = useOptimisticPermission('ask');
  const { reindex, remove, putFirst, cancelIndexing, setOwner, setOff } = state.actions;
  const waiting = selected.filter(({ status }) => status === 'waiting');
  const queued = selected.filter(({ status }) => status === 'waiting' || status === 'indexing');
  const askableUnits = selected.filter(isAskable);
  const switchable = [true, false]
    .map((off) => ({ off, units: selected.filter(({ validity }) => validity && validity.off !== off) }))
    .filter(({ units }) => units.length > 0);
  return (
    <>
      {askableUnits.length === 0 || !canAsk ? null : (
        <LinkButton
          size="small"
          variant="outlined"
          startIcon={<MessageCircleQuestionMark size={16} />}
          to={paths.playground({ index: askableUnits.map(({ title }) => title) })}
        >
          {t('action.askThese', { count: askableUnits.length })}
        </LinkButton>
      )}
      {putFirst === undefined || waiting.length === 0 ? null : (
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<ListStart size={16} />}
          busy={state.busy}
          showsProgress={false}
          onClick={() => putFirst(waiting)}
        >
          {t('jobs:action.first')}
        </BusyButton>
      )}
      {cancelIndexing === undefined || queued.length === 0 ? null : (
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<CircleX size={16} />}
          busy={state.busy}
          showsProgress={false}
          onClick={() => cancelIndexing(queued)}
        >
          {t('jobs:unit.cancel')}
        </BusyButton>
      )}
      {reindex === undefined ? null : (
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<RotateCw size={16} />}
          busy={state.busy}
          showsProgress={false}
          onClick={() => reindex(selected)}
        >
          {t('action.reindex')}
        </BusyButton>
      )}
      {setOwner === undefined ? null : (
        <OwnerMenu
          label={t('terms:owner.set')}
          variant="outlined"
          busy={state.busy}
          onChoose={(personId) => setOwner(selected, personId)}
        />
      )}
      {/* By place, so that a button that turns into the other keeps the focus. */}
      {switchable.map(({ off, units }, place) =>
        setOff === undefined ? null : (
          <BusyButton
            key={place}
            size="small"
            variant="outlined"
            startIcon={<Power size={16} />}
            busy={state.busy}
            showsProgress={false}
            onClick={() => setOff(units, off)}
          >
            {t(off ? 'terms:availability.switchOff' : 'terms:availability.switchOn')}
          </BusyButton>
        ),
      )}
      {remove === undefined ? null : (
        <BusyButton
          size="small"
          variant="outlined"
          startIcon={<Trash2 size={16} />}
          busy={state.busy}
          showsProgress={false}
          onClick={() => remove(selected)}
          sx={{ color: 'brick.ink' }}
        >
          {t('action.delete')}
        </BusyButton>
      )}
    </>
  );
}
