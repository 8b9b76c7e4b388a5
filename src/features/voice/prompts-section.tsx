import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Speech } from './prompts.ts';
import { PROMPTS, SPEECHES } from './prompts.ts';

/** Questions to be read aloud, as callers of different countries ask them. */
export function PromptsSection() {
  const { t, i18n } = useTranslation('voice');
  const headingId = useId();
  const [speech, setSpeech] = useState<Speech>(i18n.language === 'ar' ? 'msa' : 'english');
  const { language, tag, questions } = PROMPTS[speech];
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 2.5 }}>
      <Typography id={headingId} variant="h3" component="h2">
        {t('prompts.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('prompts.hint')}
      </Typography>
      <Box
        role="group"
        aria-label={t('prompts.choose')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlock: 1.5 }}
      >
        {SPEECHES.map((one) => (
          <Chip
            key={one}
            variant="outlined"
            clickable
            component="button"
            type="button"
            label={t(`prompts.speech.${one}`)}
            aria-pressed={one === speech}
            onClick={() => setSpeech(one)}
            sx={[
              { height: { xs: 32, md: 28 }, borderRadius: '16px', bgcolor: 'background.default' },
              one === speech && {
                fontWeight: 600,
                color: 'teal.ink',
                bgcolor: 'teal.wash',
                borderColor: 'teal.fill',
                '&:hover': { bgcolor: 'teal.wash' },
              },
            ]}
          />
        ))}
      </Box>
      <Box
        component="ul"
        lang={tag}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'grid',
          gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 3,
          rowGap: 0.75,
        }}
      >
        {questions.map((question) => (
          <Typography key={question} component="li" variant="reading">
            {question}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
