import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, MatchMark } from '#contract/explanations.ts';
import { alternativeOf, originalText, originLabel } from './explanation-labels.ts';
import { findMatches } from './find-matches.ts';
import { cutSpan, type TextSpan } from './text-spans.ts';

/** The gateway's own matches of a text. */
export type ExplainedMarks = { marks: readonly MatchMark[]; explanation: Explanation };

/** A span to highlight; `title`: the word that the span is another form of. */
type Highlight = TextSpan & { title?: string };

/** Marks within a span, relative to its start. */
export function marksWithin(marks: readonly MatchMark[], { start, end }: TextSpan): MatchMark[] {
  return marks.flatMap((mark) =>
    mark.start >= start && mark.end <= end
      ? [{ ...mark, start: mark.start - start, end: mark.end - start }]
      : [],
  );
}

/** The gateway's marks; a mark of another word form names that form. */
export function explainHighlights(
  { marks, explanation }: ExplainedMarks,
  t: TFunction<'explain'>,
): Highlight[] {
  return marks.map((mark): Highlight => {
    const alternative = alternativeOf(explanation, mark);
    const term = explanation.terms[mark.term];
    if (alternative === undefined || term === undefined) return mark;
    const words = { word: originalText(explanation, term), origin: originLabel(alternative.origin, t) };
    return { ...mark, title: t('why.markTitle', words) };
  });
}

/** Highlights of the question's words: the gateway's marks, or without them a search in the browser. */
export function useHighlights(
  text: string,
  query: string,
  explained: ExplainedMarks | undefined,
): readonly Highlight[] {
  const { t } = useTranslation('explain');
  return useMemo(
    () => (explained === undefined ? findMatches(query, text) : explainHighlights(explained, t)),
    [explained, query, text, t],
  );
}

type HighlightedTextProps = { text: string; highlights: readonly Highlight[]; span: TextSpan };

/** A span of a text with its highlights; alternatives of a word are marked in another way. */
export function HighlightedText({ text, highlights, span }: HighlightedTextProps) {
  return cutSpan(span, highlights).map(({ start, end, range }) => {
    const words = text.slice(start, end);
    if (range === undefined) return words;
    const { title } = range;
    return (
      <mark key={start} title={title} data-alternative={title === undefined ? undefined : ''}>
        {words}
      </mark>
    );
  });
}
