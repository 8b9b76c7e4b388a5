import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { createTestSet, draftTests, listTestSets } from '#contract/operations/tests.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FileButton } from '#src/ui/file-button.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { Meter } from '#src/ui/meter.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { openTestFile, TEST_FILE_TYPES } from '#src/ui/test/open-test-file.ts';
import { SetField } from '#src/ui/test/set-field.tsx';
import { useLocalCost } from '#src/ui/test/use-local-cost.ts';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { MAX_QUESTIONS, questionsOf } from './batch.ts';
import type { BatchOptions, Drafting } from './use-batch.ts';

const ROWS_SHOWN = 8;

/** How far drafting is, or why it ended without drafts. */
function DraftingStatus({ drafting }: { drafting: Drafting | undefined }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  if (drafting === undefined) return null;
  if ('error' in drafting) return <FaultNotice error={drafting.error} />;
  if ('isEmpty' in drafting) return <Notice severity="info" title={t('batch.draft.none')} />;
  const { progress, units } = drafting;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status">
        {t('batch.draft.reading', { read: formats.number(progress), units: formats.number(units) })}
      </Typography>
      <Meter kind="progress" value={progress / Math.max(1, units)} label={t('batch.draft.source')} />
    </Box>
  );
}

/** Takes the questions of a file into the field, a line each. */
function QuestionsFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation('tests');
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File) => {
    const { readTestFile } = await import('#common/read-test-file.ts');
    const content = await openTestFile(file);
    const tests = (content && (await readTestFile(content, { name: file.name })))?.tests ?? [];
    setUnreadable(tests.length === 0);
    if (tests.length > 0) onText(tests.map(({ question }) => question.replace(/\s+/gu, ' ')).join('\n'));
  };
  return (
    <>
      <FileButton label={t('batch.file')} accept={TEST_FILE_TYPES} onFile={(file) => void take(file)} />
      {isUnreadable ? <Notice severity="error" title={t('batch.noQuestions')} /> : null}
    </>
  );
}

/** The set that keeps what is right: one of the sets, or a new one by its name. */
function useTargetSet() {
  const sets = useRead(listTestSets, {}).data?.sets ?? [];
  const creation = useGatewayMutation(
    (gateway, name: string) => gateway.call(createTestSet, { body: { name } }),
    { changes: [listTestSets.id] },
  );
  const [setId, setSetId] = useState<number | null>(null);
  const [name, setName] = useState('');
  const hasName = setId === null && name.trim() !== '';
  const resolve = async () => (hasName ? (await creation.mutateAsync(name.trim())).id : setId);
  return { sets, setId, setSetId, name, setName, error: creation.error, resolve };
}

type BatchFormProps = {
  drafting: Drafting | undefined;
  start: (questions: readonly string[], options: BatchOptions) => void;
  startDrafts: (options: BatchOptions) => Promise<void>;
  stop: () => void;
};

/** Questions to paste or to draft, with the units they search and the set that keeps what is right. */
export function BatchForm({ drafting, start, startDrafts, stop }: BatchFormProps) {
  const { t } = useTranslation(['tests', 'common']);
  const formats = useFormats();
  const [params] = useSearchParams();
  const canDraft = useCanUse(draftTests);
  const target = useTargetSet();
  const [source, setSource] = useState<'pasted' | 'drafted'>(
    params.get('from') === 'knowledge' ? 'drafted' : 'pasted',
  );
  const [text, setText] = useState('');
  const [names, setNames] = useState<readonly string[]>(params.getAll('index'));
  const units = useUnitsByName(names);
  const questions = questionsOf(text);
  const cost = useLocalCost(questions.length);
  const isTooLong = questions.length > MAX_QUESTIONS;
  const isDrafted = canDraft && source === 'drafted';
  const isReading = drafting !== undefined && 'progress' in drafting;
  const submit = async () => {
    const setId = await target.resolve();
    if (isDrafted) await startDrafts({ names, setId });
    else start(questions, { names, setId });
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('batch.title')}
      onSubmit={(event) => {
        event.preventDefault();
        // A set that cannot be made says so itself.
        if (isDrafted || (questions.length > 0 && !isTooLong)) submit().catch(() => undefined);
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 720 }}
    >
      {canDraft ? (
        <ToggleChoice
          label={t('batch.questions')}
          value={source}
          options={[
            { value: 'pasted', label: t('batch.paste') },
            { value: 'drafted', label: t('batch.draft.source') },
          ]}
          onChange={setSource}
        />
      ) : null}
      {isDrafted ? (
        <Typography>{t('batch.draft.text')}</Typography>
      ) : (
        <>
          <TextField
            label={t('batch.questions')}
            value={text}
            onChange={({ target: { value } }) => setText(value)}
            multiline
            minRows={ROWS_SHOWN}
            maxRows={2 * ROWS_SHOWN}
            autoFocus
            error={isTooLong}
            helperText={
              isTooLong
                ? t('batch.tooMany', { max: formats.number(MAX_QUESTIONS) })
                : questions.length === 0
                  ? t('batch.hint')
                  : t('batch.count', { count: questions.length })
            }
            slotProps={{ htmlInput: { dir: inputDirection(text) } }}
          />
          <QuestionsFile onText={setText} />
        </>
      )}
      <IndexPicker names={names} units={units} onChange={setNames} />
      <SetField sets={target.sets} value={target.setId} onChange={target.setSetId} />
      {target.setId === null ? (
        <TextField
          label={t('batch.newSet')}
          value={target.name}
          onChange={({ target: { value } }) => target.setName(value)}
          slotProps={{ htmlInput: { dir: inputDirection(target.name) }, inputLabel: { shrink: true } }}
        />
      ) : null}
      <FaultNotice error={target.error} />
      <DraftingStatus drafting={drafting} />
      {cost === undefined || questions.length === 0 ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {cost}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          disabled={isReading || (!isDrafted && (questions.length === 0 || isTooLong))}
        >
          {t(isDrafted ? 'batch.draft.start' : 'batch.ask')}
        </Button>
        {isReading ? <Button onClick={stop}>{t('common:cancel')}</Button> : null}
      </Box>
    </Box>
  );
}
