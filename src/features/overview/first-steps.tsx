import Sparkles from 'virtual:lucide/sparkles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';

const FIRST_STEPS = [
  { name: 'add', to: paths.addKnowledge() },
  { name: 'watch', to: paths.knowledge() },
  { name: 'ask', to: paths.playground() },
] as const;

const numberStyle = {
  width: 32,
  height: 32,
  borderRadius: 1,
  display: 'grid',
  placeItems: 'center',
  bgcolor: 'teal.wash',
  color: 'teal.ink',
  fontWeight: 600,
  marginBlockEnd: 0.5,
};

/** What an empty bot shows: three steps, and a button that adds samples. */
export function FirstSteps({ onSample }: { onSample: () => void }) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  // Other gateways do not report the pace of indexing or the reason of a failure.
  const isForeign = useCapabilities() === null;
  return (
    <Box sx={{ padding: pagePadding, display: 'grid', gap: 3, maxWidth: 880 }}>
      <div>
        <Typography variant="statement" component="h2">
          {t('empty.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('empty.text')}</Typography>
      </div>
      <PlainList
        as="ol"
        sx={{ display: 'grid', gap: { xs: 2, md: 4 }, gridTemplateColumns: { md: 'repeat(3, 1fr)' } }}
      >
        {FIRST_STEPS.map(({ name, to }, index) => (
          <Box component="li" key={name} sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
            <Box aria-hidden sx={numberStyle}>
              {formats.number(index + 1)}
            </Box>
            <TextLink to={to} variant="h3">
              {t(`empty.${name}Title`)}
            </TextLink>
            <SmallText tone="secondary">
              {t(name === 'watch' && isForeign ? 'empty.watchTextForeign' : `empty.${name}Text`)}
            </SmallText>
          </Box>
        ))}
      </PlainList>
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
        <SmallText tone="secondary">{t('empty.sampleText')}</SmallText>
      </Box>
    </Box>
  );
}

/** The overview of an empty bot for keys that may not add knowledge. */
export function NothingYet() {
  const { t } = useTranslation('terms');
  return (
    <Box sx={{ paddingInline: pagePadding }}>
      <EmptyState title={t('nothingYetTitle')}>{t('nothingYet')}</EmptyState>
    </Box>
  );
}
