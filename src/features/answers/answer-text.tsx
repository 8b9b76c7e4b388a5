import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, MatchMark, Quote } from '#contract/explanations.ts';
import { Citation } from './citation.tsx';
import { MarkedText } from './marked-text.tsx';
import type { DocumentWalk } from './use-document-walk.ts';

type AnswerTextProps = { answer: string; explanation: Explanation | undefined; walk: DocumentWalk };

/** Only words that the answer and the passage share to the letter are a quotation. */
function quotesOf(answer: string, { answer: { quotes }, passages }: Explanation): Quote[] {
  return quotes.filter(({ passage, inAnswer, inPassage }) => {
    const text = passages[passage]?.document.text.slice(inPassage.start, inPassage.end);
    return text !== undefined && text !== '' && text === answer.slice(inAnswer.start, inAnswer.end);
  });
}

/** The marks of a passage that lie in what was quoted of it, moved to the quotation. */
function marksIn(marks: readonly MatchMark[], { start, end }: Quote['inPassage']): MatchMark[] {
  return marks.flatMap((mark) =>
    mark.start >= start && mark.end <= end
      ? [{ ...mark, start: mark.start - start, end: mark.end - start }]
      : [],
  );
}

/** The answer; where it is known which words come from which document, each quotation leads there. */
export function AnswerText({ answer, explanation, walk }: AnswerTextProps) {
  const { t } = useTranslation('explain');
  if (explanation === undefined) return answer;
  const quotes = quotesOf(answer, explanation);
  const rest = answer.slice(quotes.at(-1)?.inAnswer.end ?? 0);
  return (
    <Box
      component="span"
      sx={{
        // A marker's stroke under the words: the answer is read, not searched.
        '& mark:not([data-alternative])': ({ palette }) => ({
          color: 'inherit',
          background: `linear-gradient(transparent 70%, ${palette.mark.fill} 70%)`,
        }),
      }}
    >
      {quotes.map((quote, index) => {
        const { passage, inAnswer, inPassage } = quote;
        const text = answer.slice(inAnswer.start, inAnswer.end);
        const marks = marksIn(explanation.passages[passage]?.marks ?? [], inPassage);
        return (
          <Fragment key={inAnswer.start}>
            {answer.slice(quotes[index - 1]?.inAnswer.end ?? 0, inAnswer.start)}
            <MarkedText text={text} query="" found={{ marks, explanation }} />
            {quotes[index + 1]?.passage === passage ? null : (
              <>
                {/* The last word and the number that follows it stay on one line. */}
                {'\u2060'}
                <Citation passage={passage} label={t('answer.cite', { rank: passage + 1 })} walk={walk} />
              </>
            )}
          </Fragment>
        );
      })}
      {rest}
    </Box>
  );
}
