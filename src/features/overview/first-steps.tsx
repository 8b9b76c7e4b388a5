import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Sparkles from 'lucide-react/icons/sparkles';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#src/components/link-button.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';

const STEPS = [
  { name: 'add', to: paths.addKnowledge() },
  { name: 'watch', to: paths.knowledge() },
  { name: 'ask', to: paths.playground() },
] as const;

/** What an empty bot shows: three steps, and a way to see them done at once. */
export function FirstSteps({ onSample }: { onSample: () => void }) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Box sx={{ padding: pagePadding, display: 'grid', gap: 3, maxWidth: 880 }}>
      <div>
        <Typography variant="statement" component="h2">
          {t('empty.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('empty.text')}</Typography>
      </div>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'grid',
          gap: { xs: 2, md: 4 },
          gridTemplateColumns: { md: 'repeat(3, 1fr)' },
        }}
      >
        {STEPS.map(({ name, to }, index) => (
          <Box component="li" key={name} sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
            <Box
              aria-hidden
              sx={{
                width: 32,
                height: 32,
                borderRadius: 1,
                display: 'grid',
                placeItems: 'center',
                bgcolor: 'teal.wash',
                color: 'teal.ink',
                fontWeight: 600,
                marginBlockEnd: 0.5,
              }}
            >
              {formats.number(index + 1)}
            </Box>
            <TextLink to={to} variant="h3">
              {t(`empty.${name}Title`)}
            </TextLink>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`empty.${name}Text`)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          justifyItems: 'start',
          borderBlockStart: 1,
          borderColor: 'line.soft',
          pt: 3,
        }}
      >
        <Button variant="contained" startIcon={<Sparkles size={18} />} onClick={onSample}>
          {t('empty.trySample')}
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('empty.sampleText')}
        </Typography>
      </Box>
    </Box>
  );
}
