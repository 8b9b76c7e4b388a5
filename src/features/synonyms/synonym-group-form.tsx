import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#common/fold-text.ts';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { getSynonyms } from '#contract/operations/synonyms.ts';
import { type SynonymGroup, type Synonyms, synonymsSchema } from '#contract/synonyms.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { Conflict, NotFound } from '#src/api/transport/gateway-errors.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';
import { ExpressionsField } from './expressions-field.tsx';
import { type QuestionsState, SynonymEffectPanel } from './synonym-effect-panel.tsx';
import { useSaveSynonymGroup } from './use-synonym-groups.ts';

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** The state of the form: the expressions, the text being typed, the note. */
function useSynonymGroupForm(defaults: Synonyms) {
  const { t } = useTranslation('synonyms');
  const [inputValue, setInputValue] = useState('');
  const [duplicateError, setDuplicateError] = useState<string>();
  const form = useSchemaForm(synonymsSchema, defaults);
  const expressions = form.watch('expressions');
  const { errors } = form.formState;

  /** Adds new expressions. One that search treats like another stays in the field with an error. */
  const addExpressions = (texts: readonly string[]): string[] | undefined => {
    const next = [...expressions];
    for (const text of texts.map(collapse).filter((expression) => expression !== '')) {
      const duplicate = next.find((expression) => foldText(expression) === foldText(text));
      if (duplicate === undefined) next.push(text);
      else if (texts.length === 1 || duplicate !== text) {
        setDuplicateError(t('form.same', { first: duplicate, second: text }));
        setInputValue(text);
        form.setValue('expressions', next);
        return undefined;
      }
    }
    setDuplicateError(undefined);
    setInputValue('');
    form.setValue('expressions', next, { shouldValidate: form.formState.isSubmitted });
    return next;
  };
  const removeExpression = (expression: string) => {
    setDuplicateError(undefined);
    form.setValue(
      'expressions',
      expressions.filter((item) => item !== expression),
      { shouldValidate: form.formState.isSubmitted },
    );
  };

  const submit = (save: (value: Synonyms) => void) => {
    const next = addExpressions([inputValue]);
    if (next !== undefined) void form.handleSubmit(save)();
  };
  const list: unknown = errors.expressions;
  const invalidIndex = Array.isArray(list) ? list.findIndex(Boolean) : -1;
  const error =
    duplicateError ??
    (errors.expressions === undefined
      ? undefined
      : expressions.length < SYNONYM_LIMITS.expressions.min
        ? t('form.tooFew')
        : invalidIndex >= 0
          ? `${expressions[invalidIndex] ?? ''}: ${errors.expressions[invalidIndex]?.message ?? ''}`
          : (errors.expressions.message ?? errors.expressions.root?.message));
  return {
    expressions,
    error,
    inputValue,
    noteError: errors.note?.message,
    registerNote: () => form.register('note'),
    setInputValue: (text: string) => {
      setDuplicateError(undefined);
      setInputValue(text);
    },
    add: (texts: readonly string[]) => void addExpressions(texts),
    remove: removeExpression,
    submit,
    reset: (value: Synonyms) => {
      form.reset(value);
      setInputValue('');
      setDuplicateError(undefined);
    },
  };
}

type SynonymGroupFormProps = {
  /** The saved group; absent when adding a group. */
  group?: SynonymGroup;
  /** The initial values of a new one. */
  defaults?: Synonyms;
  canMeasure: boolean;
  state: QuestionsState;
  onSaved: () => void;
  onCancel: () => void;
};

const EMPTY_GROUP: Synonyms = { expressions: [], note: '' };

/** Edits a group, with its effect below. A conflict shows the other version and keeps what was typed. */
export function SynonymGroupForm(props: SynonymGroupFormProps) {
  const { group, defaults = group ?? EMPTY_GROUP, canMeasure, state, onSaved, onCancel } = props;
  const { t } = useTranslation('synonyms');
  const gateway = useGateway();
  const save = useSaveSynonymGroup();
  const form = useSynonymGroupForm({ expressions: defaults.expressions, note: defaults.note });
  /** The version that the form was filled from, which saving replaces. */
  const [baseVersion, setBaseVersion] = useState<SynonymGroup | undefined>(group);
  const [serverVersion, setServerVersion] = useState<SynonymGroup>();

  const loadServerVersion = async (id: number) => {
    try {
      setServerVersion(await gateway.call(getSynonyms, { params: { groupId: id } }));
    } catch {
      // Without that version the error of the save is shown.
      setServerVersion(undefined);
    }
  };
  const send = (value: Synonyms, replacedVersion: SynonymGroup | undefined) =>
    save.mutate(
      { group: replacedVersion, value },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (error instanceof NotFound) setBaseVersion(undefined);
          if (error instanceof Conflict && replacedVersion !== undefined)
            void loadServerVersion(replacedVersion.id);
        },
      },
    );
  const submit = (replacedVersion = baseVersion) => form.submit((value) => send(value, replacedVersion));
  const resolveConflict = (change: () => void) => {
    save.reset();
    setBaseVersion(serverVersion);
    setServerVersion(undefined);
    change();
  };
  const first = group?.expressions[0];
  return (
    <RecordForm
      label={first === undefined ? t('form.new') : t('editNamed', { first })}
      heading={group === undefined ? t('form.new') : undefined}
      width={760}
      gap={2}
      submitLabel={t('form.save')}
      busy={save.isPending}
      onSubmit={() => submit()}
      onCancel={onCancel}
      after={
        canMeasure ? (
          <SynonymEffectPanel expressions={form.expressions} groupId={baseVersion?.id} state={state} />
        ) : null
      }
    >
      <ExpressionsField
        value={form.expressions}
        inputValue={form.inputValue}
        error={form.error}
        onAdd={form.add}
        onInputChange={form.setInputValue}
        onRemove={form.remove}
      />
      <TextField
        {...form.registerNote()}
        label={t('form.note')}
        size="small"
        error={form.noteError !== undefined}
        helperText={form.noteError ?? t('form.noteHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 300 } }}
      />
      {serverVersion !== undefined && save.error instanceof Conflict ? (
        <StaleNotice
          title={t('form.conflict')}
          keepLabel={t('form.keepMine')}
          takeLabel={t('form.takeTheirs')}
          onKeep={() => resolveConflict(() => submit(serverVersion))}
          onTake={() =>
            resolveConflict(() =>
              form.reset({ expressions: serverVersion.expressions, note: serverVersion.note }),
            )
          }
        >
          {t('form.conflictNow', { expressions: serverVersion.expressions.join(' = ') })}
        </StaleNotice>
      ) : save.error instanceof NotFound ? (
        <Notice severity="warning" title={t('form.gone')} />
      ) : (
        <FaultNotice error={save.error} onDismiss={save.reset} />
      )}
    </RecordForm>
  );
}
