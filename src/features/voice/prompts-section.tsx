import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListChoice } from './choices.tsx';
import type { Speech } from './prompts.ts';
import { PROMPTS, SPEECHES } from './prompts.ts';
import type { VoiceSettings } from './settings.ts';

type PromptsSectionProps = {
  settings: Pick<VoiceSettings, 'hearing' | 'source'>;
  onChange: (change: Pick<VoiceSettings, 'source'>) => void;
};

/** Questions to be read aloud, as callers of different countries ask them. */
export function PromptsSection({ settings, onChange }: PromptsSectionProps) {
  const { t, i18n } = useTranslation('voice');
  const headingId = useId();
  const [speech, setSpeech] = useState<Speech>(i18n.language === 'ar' ? 'msa' : 'english');
  const choice = useRef<HTMLDivElement>(null);
  const { language, tag, questions } = PROMPTS[speech];
  const { hearing, source } = settings;
  // A model that is told another language writes that one, whatever it hears.
  const told =
    hearing === 'streamed' && source !== '' && source.split('-')[0] !== language ? source : undefined;
  const read = t(`language.${language}`);
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <div>
        <Typography id={headingId} variant="body2" component="h3" sx={{ fontWeight: 600 }}>
          {t('prompts.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {t('prompts.hint')}
        </Typography>
      </div>
      <Box ref={choice} sx={{ paddingBlockStart: 0.75 }}>
        <ListChoice
          label={t('prompts.choose')}
          value={speech}
          options={SPEECHES.map((value) => ({ value, name: t(`prompts.speech.${value}`) }))}
          onChange={setSpeech}
        />
      </Box>
      <Box
        component="ul"
        lang={tag}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}
      >
        {questions.map((question) => (
          <Typography key={question} component="li">
            {question}
          </Typography>
        ))}
      </Box>
      <Typography variant="body2" role="status" sx={{ color: 'saffron.ink' }}>
        {told === undefined ? '' : t('prompts.differ', { told: t(`language.${told}`), read })}
      </Typography>
      {told === undefined ? null : (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            onChange({ source: language });
            choice.current?.querySelector('select')?.focus();
          }}
        >
          {t('prompts.match', { read })}
        </Button>
      )}
    </Box>
  );
}
