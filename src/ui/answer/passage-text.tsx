import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { densestSpan, excerptStart, FOLDED_LINES, isFoldable } from './excerpt.ts';
import { type ExplainedMarks, HighlightedText, useHighlights } from './highlighted-text.tsx';
import { cutSpan, type TextSpan } from './text-spans.ts';
import { WrittenText } from './written-text.tsx';

type PassageTextProps = {
  text: string;
  question: string;
  /** The gateway's own matches; without them the words are searched here. */
  explained?: ExplainedMarks | undefined;
  /** Quotes of the answer from this passage; a folded passage begins at the first quote. */
  quotes?: readonly TextSpan[] | undefined;
  folded: boolean;
  /** Lines of a folded passage. */
  lines?: number;
};

/** The words of a passage with those of the question marked; folded, some lines around its best sentence. */
export function PassageText(props: PassageTextProps) {
  const { text, question, explained, quotes = [], folded, lines = FOLDED_LINES } = props;
  const highlights = useHighlights(text, question, explained);
  const start = useMemo(() => {
    if (!folded || !isFoldable(text, lines)) return 0;
    const matches = explained?.marks ?? highlights;
    const quoted = matches.filter((match) =>
      quotes.some((quote) => match.start >= quote.start && match.end <= quote.end),
    );
    const best = densestSpan(text, quoted, lines) ?? quotes[0] ?? densestSpan(text, matches, lines);
    return excerptStart(text, best, lines);
  }, [text, highlights, explained, quotes, folded, lines]);
  return (
    <WrittenText
      variant="passage"
      component="p"
      text={text}
      from={start}
      before={start > 0 ? '… ' : null}
      sx={{
        whiteSpace: 'pre-line',
        ...(folded && isFoldable(text, lines)
          ? {
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: lines,
              overflow: 'hidden',
            }
          : {}),
      }}
    >
      {(line) =>
        cutSpan(line, quotes).map(({ range, ...span }) => {
          const words = <HighlightedText key={span.start} text={text} highlights={highlights} span={span} />;
          if (range === undefined) return words;
          return (
            <Box
              key={span.start}
              component="span"
              data-quoted=""
              sx={{ bgcolor: 'teal.wash', boxDecorationBreak: 'clone', borderRadius: '3px' }}
            >
              {words}
            </Box>
          );
        })
      }
    </WrittenText>
  );
}
