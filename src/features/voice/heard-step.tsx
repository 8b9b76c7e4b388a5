import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Step, VoiceRun } from './run.ts';
import { StepFrame } from './step-frame.tsx';

type HeardStepProps = {
  run: VoiceRun | undefined;
  step: Step;
  text: string;
  /** Whether a person changed it since it was heard or asked. */
  edited: boolean;
  asking: boolean;
  onText: (text: string) => void;
  onAsk: () => void;
  onAgain: (() => void) | undefined;
  /** What asking it may cost. */
  spend: ReactNode;
};

/** What was heard, as it grows; it can be corrected before it is asked, or typed in the first place. */
export function HeardStep(props: HeardStepProps) {
  const { run, step, text, edited, asking, onText, onAsk, onAgain, spend } = props;
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const capabilities = useCapabilities();
  const hearing = step.phase === 'running';
  const typed = run === undefined ? text !== '' : run.said.kind === 'typed';
  const only = run?.said.heardOnly;
  const nothing = step.phase === 'done' && text.trim() === '';
  const cut = step.phase === 'failed' && run !== undefined && run.text !== '' && !run.corrected;
  const hint = nothing
    ? t('heard.empty')
    : cut
      ? t('heard.cut')
      : typed
        ? t('heard.typed')
        : edited || run?.corrected === true
          ? t('heard.corrected')
          : '';
  const mayAsk = !hearing && !asking && text.trim() !== '';
  return (
    <StepFrame name="heard" step={step} onAgain={onAgain}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayAsk) onAsk();
        }}
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          flexWrap: 'wrap',
          gap: 1,
          padding: 1,
          border: 1,
          borderColor: 'line.strong',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:focus-within': {
            borderColor: 'primary.main',
            boxShadow: (theme) => `0 0 0 1px ${theme.palette.primary.main}`,
          },
        }}
      >
        <InputBase
          multiline
          maxRows={8}
          value={text}
          readOnly={hearing}
          placeholder={t('heard.placeholder')}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            // Enter that ends the composition of a word is not a question.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (mayAsk) onAsk();
          }}
          inputProps={{
            'aria-label': t('heard.text'),
            'aria-busy': hearing,
            dir: typedDirection(text),
            maxLength: capabilities?.limits.maxQuestion ?? QUESTION_LIMIT,
          }}
          sx={{
            flex: '1 1 260px',
            typography: 'reading',
            paddingInline: 1,
            paddingBlock: 0.5,
            '& textarea:focus-visible': { outline: 'none' },
            '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
          }}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={!mayAsk}
          endIcon={<CornerDownLeft size={16} />}
          sx={{ marginInlineStart: 'auto' }}
        >
          {t('heard.ask')}
        </Button>
      </Box>
      {only === undefined ? null : (
        <Typography variant="body2" sx={{ color: 'saffron.ink' }}>
          {t('heard.heardOnly', { time: formats.duration(only * 1000) })}
        </Typography>
      )}
      {hint === '' ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
      {spend}
    </StepFrame>
  );
}
