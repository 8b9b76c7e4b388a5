import Box from '@mui/material/Box';
import { useMemo } from 'react';
import type { Explanation, MatchMark } from '#contract/explanations.ts';
import { densestSpan, excerptStart, isFoldable } from './excerpt.ts';
import { findMatches } from './find-matches.ts';
import { HighlightedText, marksWithin } from './highlighted-text.tsx';
import { WrittenText } from './written-text.tsx';

type PassageTextProps = {
  text: string;
  question: string;
  /** The gateway's own matches; without them the words are searched here. */
  explained?: { marks: readonly MatchMark[]; explanation: Explanation } | undefined;
  /** What the answer quotes of it; a folded passage begins there. */
  quotes?: readonly { start: number; end: number }[] | undefined;
  folded: boolean;
};

/** The words of a passage with those of the question marked; folded, four lines around its best sentence. */
export function PassageText({ text, question, explained, quotes = [], folded }: PassageTextProps) {
  const start = useMemo(() => {
    if (!folded || !isFoldable(text)) return 0;
    const matches = explained?.marks ?? findMatches(question, text);
    const quoted = matches.filter((match) =>
      quotes.some((quote) => match.start >= quote.start && match.end <= quote.end),
    );
    return excerptStart(text, densestSpan(text, quoted) ?? quotes[0] ?? densestSpan(text, matches));
  }, [text, question, explained, quotes, folded]);
  const shown = quotes.filter((quote) => quote.start >= start);
  const slice = (from: number, to: number) => (
    <HighlightedText
      text={text.slice(from, to)}
      query={question}
      explained={explained && { ...explained, marks: marksWithin(explained.marks, { start: from, end: to }) }}
    />
  );
  return (
    <WrittenText
      variant="passage"
      component="p"
      sx={{
        whiteSpace: 'pre-line',
        ...(folded && isFoldable(text)
          ? {
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 4,
              overflow: 'hidden',
            }
          : {}),
      }}
    >
      {start > 0 ? '… ' : null}
      {shown.map((quote, index) => (
        <span key={quote.start}>
          {slice(shown[index - 1]?.end ?? start, quote.start)}
          <Box
            component="span"
            data-quoted=""
            sx={{ bgcolor: 'teal.wash', boxDecorationBreak: 'clone', borderRadius: '3px' }}
          >
            {slice(quote.start, quote.end)}
          </Box>
        </span>
      ))}
      {slice(shown.at(-1)?.end ?? start, text.length)}
    </WrittenText>
  );
}
