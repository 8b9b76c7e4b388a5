import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '#src/api/use-role.ts';
import { Paging } from '#src/components/paging.tsx';
import type { PagingProps } from '#src/components/paging.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import type { UnitRow } from './unit-row.ts';
import type { UnitActionState } from './use-unit-actions.ts';
import { PAGE_SIZES } from './use-unit-filters.ts';

type GridBarProps = Omit<PagingProps, 'label' | 'sizes'> & {
  chosen: readonly Pick<UnitRow, 'id' | 'title' | 'status'>[];
  state: UnitActionState;
  onClear: () => void;
};

/** The bar under the units: what can be done with the selection at its start, the pages at its end. */
export function GridBar({ chosen, state, onClear, ...paging }: GridBarProps) {
  const { t } = useTranslation('knowledge');
  const mayAsk = useAllowed('answer');
  const { reindex, remove } = state.actions;
  const askable = chosen.filter(({ status }) => status === 'ready' || typeof status === 'number');
  // Where room is short, a bar without anything to do is left out.
  const needed = chosen.length > 0 || paging.total > paging.pageSize;
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
      <Box
        role="status"
        sx={{ fontWeight: 600, typography: 'body2', marginInlineEnd: chosen.length > 0 ? 1 : 0 }}
      >
        {chosen.length > 0 ? t('selected', { count: chosen.length }) : ''}
      </Box>
      {chosen.length === 0 ? null : (
        <>
          {askable.length === 0 || !mayAsk ? null : (
            <LinkButton
              size="small"
              variant="outlined"
              startIcon={<MessageCircleQuestionMark size={16} />}
              to={paths.playground({ index: askable.map(({ title }) => title) })}
            >
              {t('action.askThese')}
            </LinkButton>
          )}
          {reindex === undefined ? null : (
            <Button
              size="small"
              variant="outlined"
              startIcon={<RotateCw size={16} />}
              disabled={state.busy}
              onClick={() => reindex(chosen)}
            >
              {t('action.reindex')}
            </Button>
          )}
          {remove === undefined ? null : (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Trash2 size={16} />}
              disabled={state.busy}
              onClick={() => remove(chosen)}
              sx={{ color: 'brick.ink' }}
            >
              {t('action.delete')}
            </Button>
          )}
          <Button size="small" onClick={onClear}>
            {t('clearSelection')}
          </Button>
        </>
      )}
      <Box sx={{ flex: 1 }} />
      <Paging {...paging} label={t('paging')} sizes={PAGE_SIZES} />
    </Box>
  );
}
