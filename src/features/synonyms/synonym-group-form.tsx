import TextField from '@mui/material/TextField';
import type { TFunction } from 'i18next';
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
import { useStaleVersion } from '#src/ui/use-stale-version.ts';
import { ExpressionsField } from './expressions-field.tsx';
import { type QuestionsState, SynonymEffectPanel } from './synonym-effect-panel.tsx';
import { useSaveSynonymGroup } from './use-synonym-groups.ts';

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** A saved group has more than the form. */
const textsOf = ({ expressions, note }: Synonyms): Synonyms => ({ expressions, note });

/** The state of the form: the expressions, the text being typed, the note. */
function useSynonymGroupForm(defaults: Synonyms) {
  const { t } = useTranslation('synonyms');
  const [inputValue, setInputValue] = useState('');
  const [duplicateError, setDuplicateError] = useState<string>();
  const form = useSchemaForm(synonymsSchema, textsOf(defaults));
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
    const rest = expressions.filter((item) => item !== expression);
    form.setValue('expressions', rest, { shouldValidate: form.formState.isSubmitted });
  };

  const submit = (save: (value: Synonyms) => void) => {
    const next = addExpressions([inputValue]);
    if (next !== undefined) void form.handleSubmit(save)();
  };
  const error = duplicateError ?? describeExpressions(expressions, errors.expressions, t);
  return {
    expressions: {
      value: expressions,
      inputValue,
      error,
      onAdd: (texts: readonly string[]) => void addExpressions(texts),
      onInputChange: (text: string) => {
        setDuplicateError(undefined);
        setInputValue(text);
      },
      onRemove: removeExpression,
    },
    noteError: errors.note?.message,
    registerNote: () => form.register('note'),
    submit,
    reset: (value: Synonyms) => {
      form.reset(textsOf(value));
      setInputValue('');
      setDuplicateError(undefined);
    },
  };
}

type ExpressionsError = ReturnType<typeof useSchemaForm<Synonyms>>['formState']['errors']['expressions'];

/** What is wrong with the expressions, or with the first wrong one. */
function describeExpressions(
  expressions: readonly string[],
  error: ExpressionsError,
  t: TFunction<'synonyms'>,
): string | undefined {
  if (error === undefined) return undefined;
  if (expressions.length < SYNONYM_LIMITS.expressions.min) return t('form.tooFew');
  const list: unknown = error;
  const index = Array.isArray(list) ? list.findIndex(Boolean) : -1;
  if (index < 0) return error.message ?? error.root?.message;
  return `${expressions[index] ?? ''}: ${error[index]?.message ?? ''}`;
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

type SaveTroubleProps = {
  error: unknown;
  /** What another person saved meanwhile. */
  newer: SynonymGroup | undefined;
  onKeep: () => void;
  onTake: (newer: SynonymGroup) => void;
  onDismiss: () => void;
};

function SaveTrouble({ error, newer, onKeep, onTake, onDismiss }: SaveTroubleProps) {
  const { t } = useTranslation('synonyms');
  if (error instanceof NotFound) return <Notice severity="warning" title={t('form.gone')} />;
  if (newer === undefined || !(error instanceof Conflict))
    return <FaultNotice error={error} onDismiss={onDismiss} />;
  return (
    <StaleNotice
      title={t('form.conflict')}
      keepLabel={t('form.keepMine')}
      takeLabel={t('form.takeTheirs')}
      onKeep={onKeep}
      onTake={() => onTake(newer)}
    >
      {t('form.conflictNow', { expressions: newer.expressions.join(' = ') })}
    </StaleNotice>
  );
}

const EMPTY_GROUP: Synonyms = { expressions: [], note: '' };

/** Edits a group, with its effect below. A conflict shows the other version and keeps what was typed. */
export function SynonymGroupForm(props: SynonymGroupFormProps) {
  const { group, defaults = group ?? EMPTY_GROUP, canMeasure, state, onSaved, onCancel } = props;
  const { t } = useTranslation('synonyms');
  const gateway = useGateway();
  const save = useSaveSynonymGroup();
  const form = useSynonymGroupForm(defaults);
  const { base, setBase, newer, setNewer, resolve } = useStaleVersion(group, save);
  // Without that version the error of the save is shown.
  const loadNewer = async (groupId: number) =>
    setNewer(await gateway.call(getSynonyms, { params: { groupId } }).catch(() => undefined));
  const submit = (replacedVersion = base) =>
    form.submit((value) =>
      save.mutate(
        { group: replacedVersion, value },
        {
          onSuccess: onSaved,
          onError: (error) => {
            if (error instanceof NotFound) setBase(undefined);
            if (error instanceof Conflict && replacedVersion) void loadNewer(replacedVersion.id);
          },
        },
      ),
    );
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
          <SynonymEffectPanel expressions={form.expressions.value} groupId={base?.id} state={state} />
        ) : null
      }
    >
      <ExpressionsField {...form.expressions} />
      <TextField
        {...form.registerNote()}
        label={t('form.note')}
        size="small"
        error={form.noteError !== undefined}
        helperText={form.noteError ?? t('form.noteHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 300 } }}
      />
      <SaveTrouble
        error={save.error}
        newer={newer}
        onKeep={() => resolve(() => submit(newer))}
        onTake={(theirs) => resolve(() => form.reset(theirs))}
        onDismiss={save.reset}
      />
    </RecordForm>
  );
}
