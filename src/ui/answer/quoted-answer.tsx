import Box from '@mui/material/Box';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, Quote } from '#contract/explanations.ts';
import { Citation } from './citation.tsx';
import { explainHighlights, HighlightedText, marksWithin } from './highlighted-text.tsx';
import type { PassageLinks } from './shown-answer.ts';
import { cutSpan, type TextSpan } from './text-spans.ts';

type QuotedAnswerProps = {
  answer: string;
  /** The part of the answer to show. */
  line: TextSpan;
  /** Where the folded part of the answer begins: the quotation before it names its passage as the last one does. */
  foldedFrom?: number;
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

/** A line of an answer that no model wrote; where its quotations are known, each leads to its passage. */
export function QuotedAnswer({ answer, line, foldedFrom, explanation, links }: QuotedAnswerProps) {
  const { t } = useTranslation('answer');
  const { t: tExplain } = useTranslation('explain');
  const quotes = useMemo(
    () =>
      explanation === undefined
        ? []
        : verifiedQuotes(answer, explanation).map((quote) => ({ ...quote, ...quote.inAnswer })),
    [answer, explanation],
  );
  const highlights = useMemo(() => {
    if (explanation === undefined) return [];
    const marks = quotes.flatMap(({ passage, start: shift, inPassage }) =>
      marksWithin(explanation.passages[passage]?.marks ?? [], inPassage).map((mark) => ({
        ...mark,
        start: mark.start + shift,
        end: mark.end + shift,
      })),
    );
    return explainHighlights({ marks, explanation }, tExplain);
  }, [explanation, quotes, tExplain]);
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
      {cutSpan(line, quotes).map(({ start, end, range: quote }) => {
        if (quote === undefined) return answer.slice(start, end);
        const next = quotes[quotes.indexOf(quote) + 1];
        const isLast = end === foldedFrom || (end === quote.end && next?.passage !== quote.passage);
        return (
          <Fragment key={start}>
            <HighlightedText text={answer} highlights={highlights} span={{ start, end }} />
            {isLast ? (
              <>
                {/* The last word and the number that follows it stay on one line. */}
                {'\u2060'}
                <Citation
                  passage={quote.passage}
                  label={t('cite', { rank: quote.passage + 1 })}
                  links={links}
                />
              </>
            ) : null}
          </Fragment>
        );
      })}
    </Box>
  );
}
