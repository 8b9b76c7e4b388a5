import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readDry } from '#contract/operations/readings.ts';
import { publishDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';
import { QuestionRows } from './question-rows.tsx';
import { WrittenField } from './text-field.tsx';
import { type TextKind, type TextValues, textSchema, toMarkdown } from './text-form.ts';
import { TextPreview } from './text-preview.tsx';
import type { StoreText } from './use-save-text.ts';
import { type TextKeeper, useKeepText } from './use-unsaved-text.ts';

const WIDTH_PX = 800;

export type SaveText = (saved: { title: string; text: string; asDraft: boolean }) => void;

/** A text in the form, which a notice above the buttons may replace. */
export type TextInForm = { replace: (values: TextValues) => void; save: SaveText; text: () => string };

type WriteFormProps<Base> = {
  label: string;
  submitLabel: string;
  /** Whether the form has the title of a new unit; else the title is that of the file. */
  hasTitle: boolean;
  /** Version that saving replaces, and the text of that version. */
  base: Base;
  saved: TextValues;
  keeper: TextKeeper<Base>;
  store: StoreText;
  fileTitle: string;
  saving: { isPending: boolean; asDraft: boolean };
  titleProblem?: ReactNode;
  onSave: SaveText;
  /** The text that was typed and left is given up. */
  onDiscard: (form: TextInForm) => void;
  onCancel: () => void;
  /** Why saving failed. */
  notice: (form: TextInForm) => ReactNode;
};

/** A text or questions with answers, and what the gateway reads of them. */
export function WriteForm<Base>(props: WriteFormProps<Base>) {
  const { hasTitle, base, saved, keeper, store, saving, titleProblem, onSave } = props;
  const { t } = useTranslation(['write', 'terms']);
  const canPreview = useCanUse(readDry);
  const canSaveDraft = useCanUse(publishDrafts);
  const form = useSchemaForm<TextValues>(textSchema(hasTitle), keeper.unsaved?.values ?? saved);
  const [isRestored, setIsRestored] = useState(keeper.unsaved !== undefined);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const kind = useWatch({ control: form.control, name: 'kind' });
  useKeepText(form, keeper, { base, saved });
  const save = (asDraft: boolean) =>
    void form.handleSubmit(
      ({ title }) => onSave({ title, text: toMarkdown(form.getValues()), asDraft }),
      // What is wrong stands at its field.
      () => setView('write'),
    )();
  const inForm: TextInForm = {
    replace: (values) => form.reset(values),
    save: onSave,
    text: () => toMarkdown(form.getValues()),
  };
  return (
    <FormProvider {...form}>
      <RecordForm
        label={props.label}
        width={WIDTH_PX}
        gap={2}
        submitLabel={props.submitLabel}
        busy={saving.isPending}
        keepOnEscape
        onSubmit={() => save(false)}
        onCancel={props.onCancel}
        actions={
          canSaveDraft ? (
            <BusyButton
              variant="outlined"
              busy={saving.isPending}
              showsProgress={saving.asDraft}
              onClick={() => save(true)}
            >
              {t('terms:saveAsDraft')}
            </BusyButton>
          ) : null
        }
      >
        {isRestored ? (
          <Notice
            severity="info"
            title={t('restored.title')}
            onDismiss={() => setIsRestored(false)}
            action={
              <Button
                size="small"
                variant="outlined"
                onClick={() => {
                  props.onDiscard(inForm);
                  setIsRestored(false);
                }}
              >
                {t('restored.discard')}
              </Button>
            }
          >
            {t('restored.text')}
          </Notice>
        ) : null}
        {hasTitle ? <WrittenField name="title" label={t('unitTitle')} problem={titleProblem} /> : null}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1.5 }}>
          <ToggleChoice<TextKind>
            label={t('kind.label')}
            value={kind}
            options={[
              { value: 'text', label: t('kind.text') },
              { value: 'questions', label: t('kind.questions') },
            ]}
            onChange={(next) => form.setValue('kind', next, { shouldDirty: true })}
          />
          {canPreview ? (
            <ToggleChoice
              label={t('view.label')}
              value={view}
              options={[
                { value: 'write', label: t('view.write') },
                { value: 'preview', label: t('view.preview') },
              ]}
              onChange={setView}
            />
          ) : null}
        </Box>
        {view === 'preview' ? (
          <TextPreview
            title={hasTitle ? form.getValues('title') : props.fileTitle}
            text={inForm.text()}
            store={store}
          />
        ) : kind === 'questions' ? (
          <QuestionRows />
        ) : (
          <WrittenField
            name="text"
            label={t('text')}
            helperText={t('textHint')}
            multiline
            minRows={12}
            maxRows={30}
          />
        )}
        {props.notice(inForm)}
      </RecordForm>
    </FormProvider>
  );
}
