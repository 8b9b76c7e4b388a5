import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ModelServer } from '#contract/models.ts';
import { MonoText } from '#src/components/mono-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';

/** Where a server is, who set it, and whether it is shown a key. */
export function ServerFacts({ server, setting }: { server: ModelServer; setting: string }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { url, from, hasKey, keyLost, privateAddress, changedOn, modelV2, voices } = server;
  const parts = [
    t(`from.${from}`, { setting }),
    ...(keyLost ? [] : [t(hasKey ? 'facts.key' : 'facts.noKey')]),
    ...(privateAddress ? [t('facts.private')] : []),
    ...(modelV2 === null ? [] : [t('facts.v2', { model: modelV2 })]),
    ...(voices.length === 0 ? [] : [t('facts.voices', { count: voices.length })]),
    ...(changedOn === null ? [] : [t('facts.changed', { when: formats.moment(changedOn) })]),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <MonoText truncate sx={{ color: 'text.secondary' }}>
        {url}
      </MonoText>
      <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
        {parts.join(' · ')}
      </Typography>
      {keyLost ? (
        <Typography component="div" variant="body2" sx={{ color: 'brick.ink', fontWeight: 600 }}>
          {t('facts.keyLost')}
        </Typography>
      ) : null}
    </Box>
  );
}
