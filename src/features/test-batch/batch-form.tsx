import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTestSets } from '#contract/operations/tests.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { SetField } from '#src/ui/test/set-field.tsx';
import { useLocalCost } from '#src/ui/test/use-local-cost.ts';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { MAX_QUESTIONS, questionsOf } from './batch.ts';
import type { BatchOptions } from './use-batch.ts';

const ROWS_SHOWN = 8;

/** The questions of a batch, a line each, with the units they search and the set that keeps what is right. */
export function BatchForm({
  onStart,
}: {
  onStart: (questions: readonly string[], options: BatchOptions) => void;
}) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const { bot: botId } = useConnection();
  const sets = useRead(listTestSets, { params: { botId } }).data?.sets ?? [];
  const [text, setText] = useState('');
  const [names, setNames] = useState<readonly string[]>([]);
  const [setId, setSetId] = useState<number | null>(null);
  const units = useUnitsByName(names);
  const questions = questionsOf(text);
  const cost = useLocalCost(questions.length);
  const isTooLong = questions.length > MAX_QUESTIONS;
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('batch.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (questions.length > 0 && !isTooLong) onStart(questions, { names, setId });
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 720 }}
    >
      <TextField
        label={t('batch.questions')}
        value={text}
        onChange={({ target }) => setText(target.value)}
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
      <IndexPicker names={names} units={units} onChange={setNames} />
      <SetField sets={sets} value={setId} onChange={setSetId} />
      {cost === undefined || questions.length === 0 ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {cost}
        </Typography>
      )}
      <Box>
        <Button type="submit" variant="contained" disabled={questions.length === 0 || isTooLong}>
          {t('batch.ask')}
        </Button>
      </Box>
    </Box>
  );
}
