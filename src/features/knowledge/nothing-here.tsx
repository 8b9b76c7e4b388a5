import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import LibraryBig from 'lucide-react/icons/library-big';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';
import { paths } from '#src/paths.ts';

type NothingHereProps = {
  filtered: boolean;
  from: 'list' | 'catalogue';
  onShowAll: () => void;
};

/** Why there is no row, and what to do about it. */
export function NothingHere({ filtered, from, onShowAll }: NothingHereProps) {
  const { t } = useTranslation(['knowledge', 'terms']);
  const mayAdd = useAllowed('registerUnit');
  const add = mayAdd ? (
    <LinkButton variant="contained" to={paths.addKnowledge()}>
      {t('add')}
    </LinkButton>
  ) : null;
  return (
    <Box sx={{ paddingInline: pagePadding }}>
      {filtered ? (
        <EmptyState
          title={t('nothing.title')}
          actions={
            <Button variant="outlined" onClick={onShowAll}>
              {t('nothing.clear')}
            </Button>
          }
        >
          {t('nothing.text')}
        </EmptyState>
      ) : from === 'catalogue' ? (
        <EmptyState title={t('catalogue.empty')} actions={add} />
      ) : (
        <EmptyState
          icon={<LibraryBig size={24} />}
          title={t('empty.title')}
          actions={
            mayAdd ? (
              <>
                {add}
                <LinkButton variant="outlined" to={paths.overview()}>
                  {t('empty.sample')}
                </LinkButton>
              </>
            ) : null
          }
        >
          {t(mayAdd ? 'empty.text' : 'terms:nothingYet')}
        </EmptyState>
      )}
    </Box>
  );
}
