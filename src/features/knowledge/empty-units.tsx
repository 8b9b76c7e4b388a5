import LibraryBig from 'virtual:lucide/library-big';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';

type EmptyUnitsProps = {
  filtered: boolean;
  from: 'list' | 'catalogue';
  onShowAll: () => void;
};

/** The reason for an empty table, and the next step. */
export function EmptyUnits({ filtered, from, onShowAll }: EmptyUnitsProps) {
  const { t } = useTranslation(['knowledge', 'terms']);
  const canAdd = useOptimisticPermission('editKnowledge');
  const add = canAdd ? (
    <LinkButton variant="contained" to={paths.addKnowledge()}>
      {t('add')}
    </LinkButton>
  ) : null;
  return (
    <Box sx={{ paddingInline: pagePadding }}>
      {filtered ? (
        <NothingMatches title={t('nothing.title')} clearLabel={t('nothing.clear')} onClear={onShowAll}>
          {t('nothing.text')}
        </NothingMatches>
      ) : from === 'catalogue' ? (
        <EmptyState title={t('catalogue.empty')} actions={add} />
      ) : (
        <EmptyState
          icon={<LibraryBig size={24} />}
          title={t('empty.title')}
          actions={
            canAdd ? (
              <>
                {add}
                <LinkButton variant="outlined" to={paths.overview()}>
                  {t('empty.sample')}
                </LinkButton>
              </>
            ) : null
          }
        >
          {t(canAdd ? 'empty.text' : 'terms:nothingYet')}
        </EmptyState>
      )}
    </Box>
  );
}
