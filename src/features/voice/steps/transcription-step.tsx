import CornerDownLeft from 'virtual:lucide/corner-down-left';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import type { VoiceRun, VoiceStep } from '#src/features/voice/run/voice-run.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { PromptForm } from '#src/ui/prompt-form.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { StepCard } from './step-card.tsx';

type TranscriptionStepProps = {
  run: VoiceRun | undefined;
  step: VoiceStep;
  text: string;
  /** Whether the text was changed since it was transcribed or asked. */
  edited: boolean;
  asking: boolean;
  onText: (text: string) => void;
  onAsk: () => void;
  onRepeat: (() => void) | undefined;
  costEstimate: ReactNode;
};

/** What the text is, where that is not obvious. */
function hintKey({
  run,
  step,
  text,
  edited,
}: Pick<TranscriptionStepProps, 'run' | 'step' | 'text' | 'edited'>) {
  if (step.phase === 'done' && text.trim() === '') return 'heard.empty';
  if (step.phase === 'failed' && run !== undefined && run.text !== '' && !run.corrected) return 'heard.cut';
  if (run === undefined ? text !== '' : run.input.kind === 'typed') return 'heard.typed';
  return edited || run?.corrected === true ? 'heard.corrected' : undefined;
}

/** The transcript as it grows; it can be corrected before it is asked, or typed instead. */
export function TranscriptionStep(props: TranscriptionStepProps) {
  const { run, step, text, asking, onText, onAsk, onRepeat, costEstimate } = props;
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const capabilities = useCapabilities();
  const isTranscribing = step.phase === 'running';
  const processedSeconds = run?.input.processedSeconds;
  const hint = hintKey(props);
  const canAsk = !isTranscribing && !asking && text.trim() !== '';
  return (
    <StepCard name="heard" step={step} onRepeat={onRepeat} news={text.length}>
      <PromptForm
        inputLabel={t('heard.text')}
        value={text}
        canSubmit={canAsk}
        onChange={onText}
        onSubmit={onAsk}
        input={{
          readOnly: isTranscribing,
          placeholder: t('heard.placeholder'),
          inputProps: {
            'aria-busy': isTranscribing,
            maxLength: capabilities?.limits.maxQuestion ?? QUESTION_LIMIT,
          },
        }}
        inputSx={{ flex: '1 1 260px', typography: 'reading', paddingInline: 1, paddingBlock: 0.5 }}
        sx={{ display: 'flex', alignItems: 'flex-end', flexWrap: 'wrap', gap: 1, padding: 1 }}
      >
        <Button
          type="submit"
          variant="outlined"
          disabled={!canAsk}
          endIcon={<CornerDownLeft size={16} />}
          sx={{ marginInlineStart: 'auto' }}
        >
          {t('heard.ask')}
        </Button>
      </PromptForm>
      {processedSeconds === undefined ? null : (
        <SmallText tone="saffron">
          {t('heard.heardOnly', { time: formats.duration(processedSeconds * 1000) })}
        </SmallText>
      )}
      {hint === undefined ? null : <SmallText tone="secondary">{t(hint)}</SmallText>}
      {costEstimate}
    </StepCard>
  );
}
