import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup, SynonymList } from '#contract/synonyms.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Paging } from '#src/components/paging.tsx';
import { EmptySynonyms, EXAMPLE } from './empty-synonyms.tsx';
import { GroupRow } from './group-row.tsx';
import { PAGE_SIZES, type SynonymsState } from './use-synonyms-state.ts';

type GroupListProps = {
  list: SynonymList;
  state: SynonymsState;
  mayEdit: boolean;
  mayMeasure: boolean;
  onSaved: () => void;
  onRemove: (group: SynonymGroup) => void;
  onImport: () => void;
};

/** The group that is open stays, also when it moves to another page since somebody else changed it. */
function withOpen(items: readonly SynonymGroup[], { open }: SynonymsState): readonly SynonymGroup[] {
  if (open === undefined || !('group' in open) || items.some(({ id }) => id === open.group.id)) return items;
  return [open.group, ...items];
}

export function GroupList({ list, state, mayEdit, mayMeasure, onSaved, onRemove, onImport }: GroupListProps) {
  const { t } = useTranslation('synonyms');
  const { query, open } = state;
  const items = withOpen(list.items, state);
  const writing = open !== undefined && 'new' in open;
  if (items.length === 0 && query.search !== '')
    return (
      <EmptyState
        title={t('nothing.title')}
        actions={
          <Button variant="outlined" onClick={() => state.show({ search: '' })}>
            {t('nothing.clear')}
          </Button>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    );
  if (items.length === 0 && writing) return null;
  if (items.length === 0)
    return (
      <EmptySynonyms
        {...(mayEdit ? { onAdd: () => state.openNew(), onTry: () => state.openNew(EXAMPLE), onImport } : {})}
      />
    );
  return (
    <>
      <Box
        component="ul"
        aria-label={t('list')}
        sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
      >
        {items.map((group) => (
          <GroupRow
            key={group.id}
            group={group}
            open={open !== undefined && 'group' in open && open.group.id === group.id ? open.part : undefined}
            mayEdit={mayEdit}
            mayMeasure={mayMeasure}
            questions={state.questions}
            onQuestions={state.setQuestions}
            onOpen={(part) => state.openGroup(group, part)}
            onSaved={onSaved}
            onRemove={() => onRemove(group)}
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
            onPage={(page) => state.show({ page })}
            onPageSize={(size) => {
              state.setPageSize(size);
              state.show({});
            }}
          />
        </Box>
      )}
    </>
  );
}
