import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Formats } from '#src/i18n/formats.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { DEFAULTS } from './chat-settings.ts';
import type { Version } from './conversation.ts';

function wordFigures(version: Version, t: TFunction<['chat', 'spending']>, formats: Formats): string[] {
  const { standing, tokens, estimated, firstAfter, endedAfter, settings, dropped = 0 } = version;
  const figures: string[] = [];
  if (standing === 'stopped') figures.push(t('standing.stopped'));
  if (standing === 'cut') figures.push(t('standing.cut'));
  if (tokens !== undefined) {
    const amount = t('spending:amount.text', { count: tokens });
    figures.push(estimated === true ? t('figures.estimated', { amount }) : amount);
  }
  if (settings.streamed && firstAfter !== undefined)
    figures.push(t('figures.first', { time: formats.duration(firstAfter) }));
  if (endedAfter !== undefined) figures.push(t('figures.whole', { time: formats.duration(endedAfter) }));
  if (settings.style !== DEFAULTS.style) figures.push(t(`style.name.${settings.style}`));
  if (dropped > 0) figures.push(t('figures.dropped', { count: dropped }));
  return figures;
}

/** What an answer cost, how long it took and how it ended. */
export function AnswerFigures({ version }: { version: Version }) {
  const { t } = useTranslation(['chat', 'spending']);
  const formats = useFormats();
  if (version.standing === 'writing') return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        color: 'text.tertiary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {version.model === undefined ? null : <bdi>{version.model}</bdi>}
      {wordFigures(version, t, formats).map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
    </Typography>
  );
}
