import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { SystemStyleObject } from '@mui/system';
import { useTranslation } from 'react-i18next';
import type { ExplainedPassage, Explanation, MatchedTerm } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import {
  alternativeOf,
  matchPlaceLabel,
  originalText,
  originLabel,
  scorePartLabel,
} from '#src/ui/answer/explanation-labels.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';

type ScorePartsProps = { passage: ExplainedPassage; explanation: Explanation };

/** What matched as the passage spells it; undefined where that is an expression of several words. */
export function matchSpelling(
  { term, alternative, text }: MatchedTerm,
  { passage, explanation }: ScorePartsProps,
): string | undefined {
  const mark = passage.marks.find(
    (candidate) => candidate.term === term && candidate.alternative === alternative,
  );
  const isWord = alternativeOf(explanation, { term, alternative })?.stems.length === 1;
  return text ?? (mark && isWord ? passage.document.text.slice(mark.start, mark.end) : undefined);
}

/** What a part of the sum adds to the score: the parts add up to the score, not to points without an upper limit. */
function toScore(value: number, { document, sum }: ExplainedPassage): number {
  return sum > 0 ? (value / sum) * document.score : 0;
}

/** The words of the question in a passage: where, how often, by which alternative, and their share of the score. */
function MatchedTerms({ passage, explanation }: ScorePartsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const describe = (matched: MatchedTerm) => {
    const alternative = alternativeOf(explanation, matched);
    const places = matched.places.map((place) =>
      place === 'text' && matched.count > 0
        ? `${matchPlaceLabel(place, t)} ${t('why.times', { count: matched.count })}`
        : matchPlaceLabel(place, t),
    );
    if (alternative === undefined) return formats.list(places);
    const text = matchSpelling(matched, { passage, explanation }) ?? alternative.text;
    const by = t('why.by', { text, origin: originLabel(alternative.origin, t) });
    return `${by} ${formats.list(places)}`;
  };
  return (
    <PlainList>
      {passage.terms.map((matched) => {
        const term = explanation.terms[matched.term];
        if (term === undefined) return null;
        return (
          <Typography
            component="li"
            variant="body2"
            key={`${matched.term} ${matched.alternative ?? ''}`}
            sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}
          >
            <span style={{ flex: 1, minWidth: 0 }}>
              <Box component="span" sx={{ color: 'text.primary' }}>
                <BidiText>{originalText(explanation, term)}</BidiText>
              </Box>{' '}
              {describe(matched)}
            </span>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(toScore(matched.value, passage), twoDecimals)}
            </Box>
          </Typography>
        );
      })}
    </PlainList>
  );
}

/** The fill of one part of a score; title and meaning are hatched. */
function partFill(kind: string): (theme: Theme) => SystemStyleObject<Theme> {
  return ({ palette }) => {
    const hatched = (fill: string) =>
      `repeating-linear-gradient(-45deg, ${fill} 0 3px, ${palette.background.paper} 3px 5px)`;
    const fills: Record<string, string> = {
      words: palette.teal.fill,
      grams: palette.saffron.fill,
      title: hatched(palette.saffron.fill),
      sentence: palette.slate.fill,
      semantic: hatched(palette.teal.fill),
    };
    return { background: fills[kind] ?? palette.text.tertiary };
  };
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** Smaller parts round to 0.00 and are left out. */
const MIN_SHOWN_VALUE = 0.005;

/** What a score is made of: as a bar against the best possible score, 1, and as a list. */
export function ScoreParts({ passage, explanation }: ScorePartsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const parts = passage.parts
    .map(({ kind, value }) => ({ kind, value: toScore(value, passage) }))
    .filter(({ value }) => Math.abs(value) >= MIN_SHOWN_VALUE);
  return (
    <>
      <Typography variant="body2">
        {t('why.score', { score: formats.number(passage.document.score, twoDecimals) })}
      </Typography>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          gap: '2px',
          height: 10,
          marginBlock: 1,
          borderRadius: '4px',
          overflow: 'hidden',
          bgcolor: 'track.fill',
        }}
      >
        {parts.map(({ kind, value }) => (
          <Box
            key={kind}
            style={{ width: `${100 * Math.max(0, value)}%` }}
            sx={[{ minWidth: 2 }, partFill(kind)]}
          />
        ))}
      </Box>
      <PlainList sx={{ display: 'grid', gap: 0.75 }}>
        {parts.map(({ kind, value }) => (
          <Box
            component="li"
            key={kind}
            sx={{ display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr) auto', alignItems: 'baseline' }}
          >
            <Box aria-hidden sx={[{ width: 10, height: 10, borderRadius: '2px' }, partFill(kind)]} />
            <Typography variant="body2" component="span">
              {scorePartLabel(kind, t)}
            </Typography>
            <Typography
              variant="body2"
              component="span"
              sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {formats.number(value, twoDecimals)}
            </Typography>
            {kind === 'words' ? (
              <Box sx={{ gridColumn: '2 / -1', minWidth: 0 }}>
                <MatchedTerms passage={passage} explanation={explanation} />
              </Box>
            ) : null}
          </Box>
        ))}
      </PlainList>
    </>
  );
}
