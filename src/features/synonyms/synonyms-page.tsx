import Upload from 'virtual:lucide/upload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { exportSynonyms, listSynonyms } from '#contract/operations/synonyms.ts';
import { createTest } from '#contract/operations/tests.ts';
import { SYNONYM_FORMATS, type SynonymFormat, type SynonymGroup } from '#contract/synonyms.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { ExportMenu } from '#src/ui/export-menu.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { type Outcome, OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { ImportSynonymsDialog } from './import-synonyms-dialog.tsx';
import { parseQuestions } from './synonym-effect-panel.tsx';
import { SynonymGroupForm } from './synonym-group-form.tsx';
import { SynonymGroupList } from './synonym-group-list.tsx';
import { useKeepQuestions } from './use-keep-questions.ts';
import { useRemoveSynonymGroup, useSaveSynonymGroup, useSynonymGroups } from './use-synonym-groups.ts';
import { useSynonymsState } from './use-synonyms-state.ts';

const TYPES: Record<SynonymFormat, { mime: string; extension: string }> = {
  csv: { mime: 'text/csv;charset=utf-8', extension: 'csv' },
  lines: { mime: 'text/plain;charset=utf-8', extension: 'txt' },
};

/** All groups as a file, in either form. */
function ExportSynonyms({ onError }: { onError: (error: unknown) => void }) {
  const { t } = useTranslation('synonyms');
  const gateway = useGateway();
  const { bot } = useConnection();
  const exporting = useMutation({
    mutationFn: (format: SynonymFormat) => gateway.call(exportSynonyms, { query: { format } }),
    onSuccess: ({ text, format }) => {
      const { mime, extension } = TYPES[format];
      downloadFile(new Blob([text], { type: mime }), `synonyms-${bot}.${extension}`);
    },
    onError,
  });
  return (
    <ExportMenu
      label={t('export.open')}
      formats={SYNONYM_FORMATS}
      labelFor={(format) => t(`export.${format}`)}
      busy={exporting.isPending}
      onSelect={(format) => exporting.mutate(format)}
    />
  );
}

/** What is said once a group is saved, with the way to keep its sample questions as tests where the gateway has tests. */
function useSavedOutcome(text: string, setOutcome: (outcome: Outcome) => void) {
  const { t } = useTranslation('synonyms');
  const formats = useFormats();
  const navigate = useNavigate();
  const canTest = useCanUse(createTest);
  const keeping = useKeepQuestions();
  const questions = parseQuestions(text).slice(0, SYNONYM_LIMITS.questions);
  const keep = () =>
    keeping.mutate(questions, {
      onSuccess: ({ kept, existing, refused }) =>
        setOutcome({
          title: kept.length === 0 ? t('keep.none') : t('keep.kept', { count: kept.length }),
          text: [
            ...(existing.length === 0 ? [] : [t('keep.existing', { questions: formats.list(existing) })]),
            ...(refused.length === 0 ? [] : [t('keep.refused', { questions: formats.list(refused) })]),
          ].join(' · '),
          action: { label: t('keep.open'), onClick: () => void navigate(paths.tests()) },
        }),
      onError: (error) => setOutcome({ error }),
    });
  const action = canTest && questions.length > 0 ? { label: t('keep.action'), onClick: keep } : undefined;
  return { saved: { title: t('saved'), action }, isKeeping: keeping.isPending };
}

/** The bot's synonyms: search, edit, import, export, and measure their effect. */
export function SynonymsPage() {
  const { t } = useTranslation(['synonyms', 'shell']);
  const state = useSynonymsState();
  const { query, open } = state;
  const canEditOrUnknown = useHasPermission('editKnowledge');
  const canMeasure = useHasPermission('ask') ?? false;
  const groups = useSynonymGroups(query);
  const saving = useSaveSynonymGroup();
  const removal = useRemoveSynonymGroup();
  const [outcome, setOutcome] = useState<Outcome>();
  const [importing, setImporting] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const { data } = groups;
  const canEdit = canEditOrUnknown === true;
  const restore = ({ expressions, note }: SynonymGroup) =>
    saving.mutate(
      { value: { expressions, note } },
      { onSuccess: () => setOutcome({ title: t('restored') }), onError: (error) => setOutcome({ error }) },
    );
  const { saved, isKeeping } = useSavedOutcome(canMeasure ? state.questions : '', setOutcome);
  const finish = (next?: Outcome) => {
    setOutcome(next);
    state.close();
    addButton.current?.focus();
  };
  const remove = (group: SynonymGroup) => {
    if (open !== undefined && 'group' in open && open.group.id === group.id) state.close();
    removal.mutate(group, {
      onSuccess: () =>
        setOutcome({ title: t('removed'), action: { label: t('undo'), onClick: () => restore(group) } }),
      onError: (error) => setOutcome({ error }),
    });
  };
  const hasGroups = data != null && (data.total > 0 || query.search !== '');
  return (
    <ResourcePage
      operation={listSynonyms}
      title={t('title')}
      subtitle={
        hasGroups && query.search === ''
          ? `${t('groups', { count: data.total })} · ${t('subtitle')}`
          : t('subtitle')
      }
      back={{ to: paths.knowledge(), label: t('shell:knowledge') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={data === null}
      action={
        canEdit ? (
          <AddButton ref={addButton} onClick={() => state.openNew()}>
            {t('add')}
          </AddButton>
        ) : undefined
      }
      toolbar={
        hasGroups ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <SearchField
              label={t('searchLabel')}
              placeholder={t('search')}
              value={query.search}
              onChange={(search) => state.updateParams({ search })}
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
              <ExportSynonyms onError={(error) => setOutcome({ error })} />
            </Box>
          </Box>
        ) : undefined
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {canEditOrUnknown === false ? <Notice severity="info" title={t('readOnly')} /> : null}
        <OutcomeNotice
          outcome={outcome}
          busy={saving.isPending || isKeeping}
          onDismiss={() => setOutcome(undefined)}
        />
        {open !== undefined && 'new' in open && canEdit ? (
          <FormPanel>
            <SynonymGroupForm
              key={open.new.expressions.join('=')}
              defaults={open.new}
              canMeasure={canMeasure}
              state={state}
              onSaved={() => finish(saved)}
              onCancel={() => finish()}
            />
          </FormPanel>
        ) : null}
        <QueryView query={groups} pending={<SkeletonRows rows={4} />}>
          {(list) => (
            <div>
              <SynonymGroupList
                list={list}
                state={state}
                canEdit={canEdit}
                canMeasure={canMeasure}
                onSaved={() => finish(saved)}
                onRemove={remove}
                onImport={() => setImporting(true)}
              />
            </div>
          )}
        </QueryView>
      </Box>
      <ImportSynonymsDialog open={importing} onClose={() => setImporting(false)} />
    </ResourcePage>
  );
}
