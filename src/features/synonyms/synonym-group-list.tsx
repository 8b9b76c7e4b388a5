import Equal from 'virtual:lucide/equal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup, SynonymList } from '#contract/synonyms.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { HistoryLink } from '#src/ui/audit/history-link.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { PagingFooter } from '#src/ui/pagination.tsx';
import { RecordAction, RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { ExpressionChips } from './expression-chips.tsx';
import { SynonymEffectPanel } from './synonym-effect-panel.tsx';
import { SynonymGroupForm } from './synonym-group-form.tsx';
import { type OpenPart, PAGE_SIZES, type SynonymsState } from './use-synonyms-state.ts';

type GroupProps = {
  state: SynonymsState;
  canEdit: boolean;
  canMeasure: boolean;
  onSaved: () => void;
};

function GroupSummary({ group }: { group: SynonymGroup }) {
  const { t } = useTranslation('synonyms');
  const formats = useFormats();
  return (
    <>
      <ExpressionChips expressions={group.expressions} />
      <SmallText sx={{ marginBlockStart: 0.5 }}>
        {group.note === '' ? null : (
          <>
            <BidiText>{group.note}</BidiText>
            {' · '}
          </>
        )}
        {t('changed', { when: formats.moment(group.modifiedOn) })}
        <HistoryLink kind="synonyms" subject={group.id} name={group.expressions[0] ?? ''} separator=" · " />
      </SmallText>
    </>
  );
}

function openPart({ id }: SynonymGroup, { open }: SynonymsState): OpenPart | undefined {
  return open !== undefined && 'group' in open && open.group.id === id ? open.part : undefined;
}

type SynonymGroupRowProps = GroupProps & { group: SynonymGroup; onRemove: () => void };

/** A group; form or effect open below. */
function SynonymGroupRow({ group, state, canEdit, canMeasure, onSaved, onRemove }: SynonymGroupRowProps) {
  const { t } = useTranslation('synonyms');
  const editButton = useRef<HTMLButtonElement>(null);
  const first = group.expressions[0] ?? '';
  const open = openPart(group, state);
  const toggle = (part: OpenPart) => state.openGroup(group, open === part ? undefined : part);
  return (
    <RecordItem
      open={open !== undefined}
      summary={<GroupSummary group={group} />}
      actions={
        <>
          {canMeasure ? (
            <RecordAction
              label={t('effect')}
              name={t('effectNamed', { first })}
              expanded={open === 'effect'}
              onClick={() => toggle('effect')}
            />
          ) : null}
          {canEdit ? (
            <>
              <RecordAction
                ref={editButton}
                label={t('edit')}
                name={t('editNamed', { first })}
                expanded={open === 'edit'}
                onClick={() => toggle('edit')}
              />
              <RecordAction
                label={t('remove')}
                name={t('removeNamed', { first })}
                destructive
                onClick={onRemove}
              />
            </>
          ) : null}
        </>
      }
    >
      {open === 'edit' ? (
        <SynonymGroupForm
          group={group}
          canMeasure={canMeasure}
          state={state}
          onSaved={onSaved}
          onCancel={() => {
            toggle('edit');
            editButton.current?.focus();
          }}
        />
      ) : open === 'effect' ? (
        <Box sx={{ paddingBlock: 2 }}>
          <SynonymEffectPanel expressions={group.expressions} groupId={group.id} state={state} />
        </Box>
      ) : null}
    </RecordItem>
  );
}

/** The example: Arabic expressions in both languages of the page. */
const EXAMPLE_EXPRESSIONS = ['باقة نجمة', 'العضوية المميزة', 'Star plan'] as const;

type EmptySynonymsProps = { onAdd?: () => void; onTry?: () => void; onImport?: () => void };

/** Explains synonyms by an example that can be tried. */
function EmptySynonyms({ onAdd, onTry, onImport }: EmptySynonymsProps) {
  const { t } = useTranslation('synonyms');
  return (
    <EmptyState
      icon={<Equal size={24} />}
      title={t('empty.title')}
      actions={
        onAdd === undefined ? null : (
          <>
            <Button variant="contained" onClick={onAdd}>
              {t('add')}
            </Button>
            <Button variant="outlined" onClick={onTry}>
              {t('empty.try')}
            </Button>
            <Button variant="outlined" onClick={onImport}>
              {t('import.open')}
            </Button>
          </>
        )
      }
    >
      <p style={{ marginBlockStart: 0 }}>{t('empty.text')}</p>
      <p>{t('empty.example', { asked: EXAMPLE_EXPRESSIONS[0], said: EXAMPLE_EXPRESSIONS[1] })}</p>
      <Box role="group" aria-label={t('empty.exampleLabel')}>
        <ExpressionChips expressions={EXAMPLE_EXPRESSIONS} />
      </Box>
      <p>{t('empty.notes')}</p>
    </EmptyState>
  );
}

type SynonymGroupListProps = GroupProps & {
  list: SynonymList;
  onRemove: (group: SynonymGroup) => void;
  onImport: () => void;
};

/** The open group stays in the list, also when a change by somebody else moves it to another page. */
function includeOpenGroup(items: readonly SynonymGroup[], { open }: SynonymsState): readonly SynonymGroup[] {
  if (open === undefined || !('group' in open) || items.some(({ id }) => id === open.group.id)) return items;
  return [open.group, ...items];
}

export function SynonymGroupList({ list, onRemove, onImport, ...group }: SynonymGroupListProps) {
  const { t } = useTranslation('synonyms');
  const { state, canEdit } = group;
  const { query, open } = state;
  const items = includeOpenGroup(list.items, state);
  const isAdding = open !== undefined && 'new' in open;
  if (items.length === 0 && query.search !== '')
    return (
      <NothingMatches
        title={t('nothing.title')}
        clearLabel={t('nothing.clear')}
        onClear={() => state.updateParams({ search: '' })}
      >
        {t('nothing.text')}
      </NothingMatches>
    );
  if (items.length === 0 && isAdding) return null;
  if (items.length === 0)
    return (
      <EmptySynonyms
        {...(canEdit
          ? { onAdd: () => state.openNew(), onTry: () => state.openNew(EXAMPLE_EXPRESSIONS), onImport }
          : {})}
      />
    );
  return (
    <>
      <RecordList label={t('list')}>
        {items.map((item) => (
          <SynonymGroupRow key={item.id} group={item} {...group} onRemove={() => onRemove(item)} />
        ))}
      </RecordList>
      <PagingFooter
        label={t('paging')}
        pageSizeOptions={PAGE_SIZES}
        page={query.page}
        pageSize={query.pageSize}
        total={list.total}
        onPageChange={(page) => state.updateParams({ page })}
        onPageSizeChange={(size) => {
          state.setPageSize(size);
          state.updateParams({});
        }}
      />
    </>
  );
}
