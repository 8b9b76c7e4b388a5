import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import {
  EXPECTED_BANDS,
  type Expectation,
  type Test,
  type TestChange,
  type TestResult,
  type TestSet,
} from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { SetField } from '#src/ui/test/set-field.tsx';
import { TestResultNotice } from '#src/ui/test/test-result-notice.tsx';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { type TestDraft, useChangeTest, useCreateTest } from './use-tests.ts';

type Values = {
  question: string;
  names: readonly string[];
  setId: number | null;
  quotes: string;
  within: number | undefined;
  contains: string;
  lacks: string;
  band: Expectation['band'];
};

/** As of the contract. */
const DEFAULT_WITHIN = 3;
const { min: MIN, max: MAX } = ANSWER_LIMITS.Limit;

const isWithinLimits = (within: number): boolean => within >= MIN && within <= MAX;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function valuesOf(test: Test | undefined): Values {
  const expectation = test?.expectation;
  return {
    question: test?.question ?? '',
    names: test?.request.IndexNames ?? [],
    setId: test?.setId ?? null,
    quotes: expectation?.quotes.join('\n') ?? '',
    within: expectation?.within ?? DEFAULT_WITHIN,
    contains: expectation?.contains.join('\n') ?? '',
    lacks: expectation?.lacks.join('\n') ?? '',
    band: expectation?.band ?? null,
  };
}

/** The expectation that the form states; units that an edited test names stay. */
function expectationOf(
  { quotes, within, contains, lacks, band }: Values,
  test: Test | undefined,
): Expectation {
  const statements = linesOf(quotes);
  return {
    quotes: statements,
    within: within ?? DEFAULT_WITHIN,
    contains: linesOf(contains),
    lacks: linesOf(lacks),
    band,
    units: statements.length === 0 ? [] : (test?.expectation.units ?? []),
  };
}

/** The parts of a test that the form has changed: others may have changed the rest meanwhile. */
function differences(test: Test, change: TestChange): TestChange {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(test[name as keyof Test]);
  return Object.fromEntries(Object.entries(change).filter(isOther));
}

type TestFormProps = {
  /** Absent: the form makes a test. */
  test?: Test;
  /** Of a new test. */
  draft?: TestDraft | undefined;
  sets: readonly TestSet[];
  onSaved: (result: TestResult) => void;
  onCancel: () => void;
};

/** A test as it is written or changed. A new test that does not pass is reported before it is kept. */
export function TestForm({ test, draft, sets, onSaved, onCancel }: TestFormProps) {
  const { t } = useTranslation(['tests', 'judging']);
  const formats = useFormats();
  const [values, setValues] = useState(() => ({ ...valuesOf(test), ...draft }));
  const [tried, setTried] = useState(false);
  const [result, setResult] = useState<TestResult>();
  const units = useUnitsByName(values.names);
  const create = useCreateTest();
  const change = useChangeTest();
  const busy = create.isPending || change.isPending;
  const set = (patch: Partial<Values>) => {
    setResult(undefined);
    setValues({ ...values, ...patch });
  };
  const expectation = expectationOf(values, test);
  const { quotes, contains, lacks, band } = expectation;
  const statesNothing = band === null && quotes.length + contains.length + lacks.length === 0;
  const isWrong = values.question.trim() === '' || statesNothing || !isWithinLimits(expectation.within);
  const save = (keep: 'always' | 'if-passes') => {
    setTried(true);
    if (isWrong) return;
    const { question, names, setId } = values;
    const request = { IndexNames: names.length === 0 ? null : [...names] };
    const body = { question, request: { ...test?.request, ...request }, expectation, setId };
    const onSuccess = (next: TestResult) => (next.test === null ? setResult(next) : onSaved(next));
    if (test === undefined) create.mutate({ ...body, keep }, { onSuccess });
    else
      change.mutate({ id: test.id, change: { ...differences(test, body), keep: 'always' } }, { onSuccess });
  };
  const limits = { min: formats.number(MIN), max: formats.number(MAX) };
  const label = t(test === undefined ? 'form.newTitle' : 'form.editTitle');
  const linesField = (name: 'quotes' | 'contains' | 'lacks', hint: string, error?: string) => (
    <TextField
      label={t(`form.${name}`)}
      value={values[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      multiline
      minRows={2}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{ htmlInput: { dir: inputDirection(values[name]) } }}
    />
  );
  return (
    <RecordForm
      label={label}
      heading={label}
      level="h3"
      submitLabel={t(test === undefined ? 'form.add' : 'form.save')}
      busy={busy}
      onSubmit={() => save('if-passes')}
      onCancel={onCancel}
    >
      <TextField
        label={t('form.question')}
        value={values.question}
        onChange={({ target }) => set({ question: target.value })}
        multiline
        autoFocus
        error={tried && values.question.trim() === ''}
        helperText={tried && values.question.trim() === '' ? t('form.questionMissing') : undefined}
        slotProps={{ htmlInput: { dir: inputDirection(values.question) } }}
      />
      <IndexPicker names={values.names} units={units} onChange={(names) => set({ names })} />
      {linesField('quotes', t('form.quotesHint'), tried && statesNothing ? t('form.nothing') : undefined)}
      <IntegerField
        label={t('form.within')}
        value={values.within}
        error={isWithinLimits(expectation.within) ? undefined : t('form.range', limits)}
        onChange={(within) => set({ within })}
      />
      {linesField('contains', t('form.perLine'))}
      {linesField('lacks', t('form.perLine'))}
      <TextField
        select
        label={t('judging:expectation.bandLabel')}
        value={values.band ?? ''}
        onChange={({ target }) => set({ band: EXPECTED_BANDS.find((name) => name === target.value) ?? null })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('judging:expectation.band.any')}</MenuItem>
        {EXPECTED_BANDS.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`judging:expectation.band.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <SetField sets={sets} value={values.setId} onChange={(setId) => set({ setId })} />
      {result === undefined ? null : (
        <TestResultNotice
          result={result}
          busy={busy}
          onKeep={() => save('always')}
          onDismiss={() => setResult(undefined)}
        />
      )}
      <FaultNotice error={create.error ?? change.error} onRetry={() => save('if-passes')} />
    </RecordForm>
  );
}
