import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup } from '#contract/synonyms.ts';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SearchField } from '#src/components/search-field.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { ExportSynonyms } from './export-synonyms.tsx';
import { GroupForm } from './group-form.tsx';
import { GroupList } from './group-list.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { OutcomeNotice, type Outcome } from './outcome-notice.tsx';
import { useGroups, useRemoveGroup } from './use-groups.ts';
import { useSynonymsState } from './use-synonyms-state.ts';

/** The bot's synonyms: found, written, taken in and out, and measured. */
export function SynonymsPage() {
  const { t } = useTranslation(['synonyms', 'settings']);
  const state = useSynonymsState();
  const { query, open } = state;
  const offered = useOffers('listSynonyms');
  const mayEdit = useMay('addSynonyms');
  const mayMeasure = useMay('measureSynonyms') ?? false;
  const groups = useGroups(query);
  const removal = useRemoveGroup();
  const [outcome, setOutcome] = useState<Outcome>();
  const [importing, setImporting] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const { data } = groups;
  const canEdit = mayEdit === true;
  const finish = (next?: Outcome) => {
    setOutcome(next);
    state.close();
    adder.current?.focus();
  };
  const remove = (group: SynonymGroup) => {
    if (open !== undefined && 'group' in open && open.group.id === group.id) state.close();
    removal.mutate(group, {
      onSuccess: () => setOutcome({ kind: 'removed', group }),
      onError: (error) => setOutcome({ kind: 'failed', error }),
    });
  };
  if (offered === false || data === null)
    return (
      <PageFrame title={t('title')} back={{ to: paths.settings(), label: t('settings:title') }}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  const filled = data !== undefined && (data.total > 0 || query.search !== '');
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        filled && query.search === ''
          ? `${t('groups', { count: data.total })} · ${t('subtitle')}`
          : t('subtitle')
      }
      back={{ to: paths.settings(), label: t('settings:title') }}
      {...(canEdit
        ? {
            action: (
              <Button
                ref={adder}
                variant="contained"
                startIcon={<Plus size={18} />}
                onClick={() => state.openNew()}
              >
                {t('add')}
              </Button>
            ),
          }
        : {})}
      {...(filled
        ? {
            toolbar: (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
                <SearchField
                  label={t('searchLabel')}
                  placeholder={t('search')}
                  value={query.search}
                  onChange={(search) => state.show({ search })}
                />
                <Box sx={{ display: 'flex', gap: 1, marginInlineStart: { md: 'auto' } }}>
                  {canEdit ? (
                    <Button
                      variant="outlined"
                      startIcon={<Upload size={18} />}
                      onClick={() => setImporting(true)}
                    >
                      {t('import.open')}
                    </Button>
                  ) : null}
                  <ExportSynonyms onError={(error) => setOutcome({ kind: 'failed', error })} />
                </Box>
              </Box>
            ),
          }
        : {})}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {mayEdit === false ? <Notice severity="info" title={t('readOnly')} /> : null}
        <OutcomeNotice outcome={outcome} onChange={setOutcome} />
        {groups.error === null ? null : (
          <FaultNotice error={groups.error} onRetry={() => void groups.refetch()} />
        )}
        {open !== undefined && 'new' in open && canEdit ? (
          <Box
            sx={{
              border: 1,
              borderColor: 'line.firm',
              borderRadius: 1,
              bgcolor: 'background.paper',
              paddingInline: 2,
            }}
          >
            <GroupForm
              key={open.new.expressions.join('=')}
              start={open.new}
              mayMeasure={mayMeasure}
              questions={state.questions}
              onQuestions={state.setQuestions}
              onSaved={() => finish({ kind: 'saved' })}
              onCancel={() => finish()}
            />
          </Box>
        ) : null}
        {data === undefined ? (
          groups.error === null ? (
            <SkeletonRows rows={4} />
          ) : null
        ) : (
          <div>
            <GroupList
              list={data}
              state={state}
              mayEdit={canEdit}
              mayMeasure={mayMeasure}
              onSaved={() => finish({ kind: 'saved' })}
              onRemove={remove}
              onImport={() => setImporting(true)}
            />
          </div>
        )}
      </Box>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </PageFrame>
  );
}
