import CircleCheck from 'virtual:lucide/circle-check';
import MessageCircle from 'virtual:lucide/message-circle';
import SearchX from 'virtual:lucide/search-x';
import TextSearch from 'virtual:lucide/text-search';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MIN_LIKELY } from '#common/likely-answer.ts';
import type { AnswerBand } from '#contract/headers.ts';
import type { ShownAnswer } from './shown-answer.ts';

/** The icon of each band, and the colours of icon and words. */
const BAND_STYLES = {
  answered: { Icon: CircleCheck, fill: 'leaf.fill', ink: 'leaf.ink' },
  weak: { Icon: TextSearch, fill: 'saffron.fill', ink: 'saffron.ink' },
  'not-found': { Icon: SearchX, fill: 'text.tertiary', ink: 'text.primary' },
  reply: { Icon: MessageCircle, fill: 'teal.fill', ink: 'text.primary' },
} as const;

export const bandStyle = (band: AnswerBand) => BAND_STYLES[band];

/** From which certainty on each word is used; a certainty is a likelihood, see `X-Answer-Certainty`. */
const CONFIDENCE_LEVELS = [
  ['high', 0.85],
  ['good', 0.75],
  ['moderate', 0],
] as const;

/** The words for how sure an answer is, as a key; undefined where it is no answer or the gateway does not say. */
export function confidenceKey({ band, certainty }: Pick<ShownAnswer, 'band' | 'certainty'>) {
  if (band !== 'answered' || certainty === null) return undefined;
  const [level] = CONFIDENCE_LEVELS.find(([, from]) => certainty >= from) ?? CONFIDENCE_LEVELS[2];
  return `answer:confidence.${level}` as const;
}

/** The words for a band, as a key. What a model wrote is shown as it is, so it is not called the absence of an answer. */
export function bandKey({ kind, certainty }: Pick<ShownAnswer, 'kind' | 'certainty'>, band: AnswerBand) {
  if (band !== 'weak') return `answer:band.${band}` as const;
  if (kind === 'generated') return 'answer:band.weakWritten';
  return (certainty ?? 0) >= MIN_LIKELY ? 'answer:band.likely' : 'answer:band.weak';
}

/** The icon of a band, beside its words. */
export function BandIcon({ band }: { band: AnswerBand }) {
  const { Icon, fill } = bandStyle(band);
  return (
    <Box component="span" sx={{ display: 'flex', color: fill }}>
      <Icon size={18} aria-hidden />
    </Box>
  );
}

type BandLineProps = { shown: Pick<ShownAnswer, 'band' | 'certainty' | 'kind'>; band: AnswerBand };

/** The band of an answer and how sure it is, in one line. */
export function BandLine({ shown, band }: BandLineProps) {
  const { t } = useTranslation(['answer']);
  const confidence = confidenceKey(shown);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <BandIcon band={band} />
      <Typography variant="body1" component="span" sx={{ fontWeight: 600, color: bandStyle(band).ink }}>
        {t(bandKey(shown, band))}
      </Typography>
      {confidence === undefined ? null : (
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          {t(confidence)}
        </Typography>
      )}
    </Box>
  );
}
