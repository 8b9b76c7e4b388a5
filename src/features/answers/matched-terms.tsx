import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ExplainedPassage, Explanation, MatchedTerm } from '#contract/explanations.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { alternativeOf, asTyped, wordOrigin, wordPlace } from './explained-words.ts';

type MatchedTermsProps = { passage: ExplainedPassage; explanation: Explanation };

const points = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** The words of the question that a passage has: where, how often, in which wording, and what each adds. */
export function MatchedTerms({ passage, explanation }: MatchedTermsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  /** A single word as the passage spells it. */
  const spelling = ({ term, alternative }: MatchedTerm) => {
    const mark = passage.marks.find((one) => one.term === term && one.alternative === alternative);
    const isWord = alternativeOf(explanation, { term, alternative })?.stems.length === 1;
    return mark && isWord ? passage.document.text.slice(mark.start, mark.end) : undefined;
  };
  const describe = (matched: MatchedTerm) => {
    const alternative = alternativeOf(explanation, matched);
    const places = matched.places.map((place) =>
      place === 'text' && matched.count > 0
        ? `${wordPlace(place, t)} ${t('why.times', { count: matched.count })}`
        : wordPlace(place, t),
    );
    if (alternative === undefined) return formats.list(places);
    const text = spelling(matched) ?? alternative.text;
    const by = t('why.by', { text, origin: wordOrigin(alternative.origin, t) });
    return `${by} ${formats.list(places)}`;
  };
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
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
                <BidiText>{asTyped(explanation, term)}</BidiText>
              </Box>{' '}
              {describe(matched)}
            </span>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(matched.value, points)}
            </Box>
          </Typography>
        );
      })}
    </Box>
  );
}
