import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, Quote } from '#contract/explanations.ts';
import { Citation } from './citation.tsx';
import { HighlightedText, marksWithin } from './highlighted-text.tsx';
import type { PassageLinks } from './shown-answer.ts';

type QuotedAnswerProps = {
  answer: string;
  explanation: Explanation | undefined;
  links: PassageLinks | undefined;
};

/** The quotes whose words are the same in the answer and in the passage. */
function verifiedQuotes(answer: string, { answer: { quotes }, passages }: Explanation): Quote[] {
  return quotes.filter(({ passage, inAnswer, inPassage }) => {
    const text = passages[passage]?.document.text.slice(inPassage.start, inPassage.end);
    return text !== undefined && text !== '' && text === answer.slice(inAnswer.start, inAnswer.end);
  });
}

/** An answer that no model wrote; where its quotations are known, each leads to its passage. */
export function QuotedAnswer({ answer, explanation, links }: QuotedAnswerProps) {
  const { t } = useTranslation('answer');
  if (explanation === undefined) return answer;
  const quotes = verifiedQuotes(answer, explanation);
  const rest = answer.slice(quotes.at(-1)?.inAnswer.end ?? 0);
  return (
    <Box
      component="span"
      sx={{
        '& mark:not([data-alternative])': ({ palette }) => ({
          color: 'inherit',
          background: `linear-gradient(transparent 70%, ${palette.mark.fill} 70%)`,
        }),
      }}
    >
      {quotes.map((quote, index) => {
        const { passage, inAnswer, inPassage } = quote;
        const text = answer.slice(inAnswer.start, inAnswer.end);
        const marks = marksWithin(explanation.passages[passage]?.marks ?? [], inPassage);
        return (
          <Fragment key={inAnswer.start}>
            {answer.slice(quotes[index - 1]?.inAnswer.end ?? 0, inAnswer.start)}
            <HighlightedText text={text} query="" explained={{ marks, explanation }} />
            {quotes[index + 1]?.passage === passage ? null : (
              <>
                {/* The last word and the number that follows it stay on one line. */}
                {'\u2060'}
                <Citation passage={passage} label={t('cite', { rank: passage + 1 })} links={links} />
              </>
            )}
          </Fragment>
        );
      })}
      {rest}
    </Box>
  );
}
