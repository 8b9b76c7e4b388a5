import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import type { VoiceSettings } from './settings/voice-settings.ts';
import { useSampleQuestions } from './use-sample-questions.ts';

type SampleQuestionsSectionProps = {
  settings: Pick<VoiceSettings, 'transcription' | 'source' | 'names'>;
  onChange: (change: Pick<VoiceSettings, 'source'>) => void;
};

type SourceMismatchProps = {
  /** The language that the model is set to, where the questions are in another one. */
  configured: Exclude<VoiceSettings['source'], ''> | undefined;
  actual: string;
  onMatch: () => void;
};

/** Says that the model expects another language than that of the questions, with the remedy. */
function SourceMismatch({ configured, actual, onMatch }: SourceMismatchProps) {
  const { t } = useTranslation('voice');
  return (
    <>
      <SmallText role="status" tone="saffron">
        {configured && t('prompts.differ', { configured: t(`language.${configured}`), actual })}
      </SmallText>
      {configured === undefined ? null : (
        <Button size="small" variant="outlined" sx={{ justifySelf: 'start' }} onClick={onMatch}>
          {t('prompts.match', { actual })}
        </Button>
      )}
    </>
  );
}

/** Questions to read aloud, suggested by the bot's own knowledge; hidden without suggestions. */
export function SampleQuestionsSection({ settings, onChange }: SampleQuestionsSectionProps) {
  const { t } = useTranslation('voice');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const questions = useSampleQuestions(settings.names);
  const [first] = questions;
  if (first === undefined) return null;
  const { transcription, source } = settings;
  // A model set to another language writes that language, whatever a person reads aloud.
  const mismatchedSource =
    transcription === 'streamed' &&
    source !== '' &&
    questions.every(({ language }) => source.split('-')[0] !== language)
      ? source
      : undefined;
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gap: 1, minWidth: 0, width: { sm: 260 } }}
    >
      <div>
        <Typography
          id={headingId}
          ref={heading}
          tabIndex={-1}
          variant="body2"
          component="h3"
          sx={{ fontWeight: 600 }}
        >
          {t('prompts.title')}
        </Typography>
        <SmallText>{t('prompts.hint')}</SmallText>
      </div>
      <PlainList sx={{ display: 'grid', gap: 0.5 }}>
        {questions.map(({ text, language }) => (
          <Typography key={text} component="li" lang={language} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        ))}
      </PlainList>
      <SourceMismatch
        configured={mismatchedSource}
        actual={t(`language.${first.language}`)}
        onMatch={() => {
          onChange({ source: first.language });
          heading.current?.focus();
        }}
      />
    </Box>
  );
}
