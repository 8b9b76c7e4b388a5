import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListChoice } from './choices.tsx';
import type { Speech } from './prompts.ts';
import { PROMPTS, SPEECHES } from './prompts.ts';

/** Questions to be read aloud, as callers of different countries ask them. */
export function PromptsSection() {
  const { t, i18n } = useTranslation('voice');
  const headingId = useId();
  const [speech, setSpeech] = useState<Speech>(i18n.language === 'ar' ? 'msa' : 'english');
  const { language, tag, questions } = PROMPTS[speech];
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
      <Box sx={{ paddingBlockStart: 0.75 }}>
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
    </Box>
  );
}
