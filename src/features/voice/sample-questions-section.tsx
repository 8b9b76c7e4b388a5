import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainList } from '#src/ui/plain-list.ts';
import type { VoiceSettings } from './settings/voice-settings.ts';
import { useSampleQuestions } from './use-sample-questions.ts';

type SampleQuestionsSectionProps = {
  settings: Pick<VoiceSettings, 'transcription' | 'source' | 'names'>;
  onChange: (change: Pick<VoiceSettings, 'source'>) => void;
};

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
  const actual = t(`language.${first.language}`);
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
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {t('prompts.hint')}
        </Typography>
      </div>
      <PlainList sx={{ display: 'grid', gap: 0.5 }}>
        {questions.map(({ text, language }) => (
          <Typography key={text} component="li" lang={language} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        ))}
      </PlainList>
      <Typography variant="body2" role="status" sx={{ color: 'saffron.ink' }}>
        {mismatchedSource === undefined
          ? ''
          : t('prompts.differ', { configured: t(`language.${mismatchedSource}`), actual })}
      </Typography>
      {mismatchedSource === undefined ? null : (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            onChange({ source: first.language });
            heading.current?.focus();
          }}
        >
          {t('prompts.match', { actual })}
        </Button>
      )}
    </Box>
  );
}
