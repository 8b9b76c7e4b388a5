import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, MatchMark } from '#contract/explanations.ts';
import {
  alternativeOf,
  originalText,
  originLabel,
} from '#src/features/answers/explanation/explanation-labels.ts';
import { findMatches } from './find-matches.ts';

type HighlightedTextProps = {
  text: string;
  query: string;
  /** The gateway's own matches; without them the words are searched here. */
  explained?: { marks: readonly MatchMark[]; explanation: Explanation } | undefined;
};

type HighlightRange = { start: number; end: number; title?: string };

function useExplainedMarks(explained: HighlightedTextProps['explained']): HighlightRange[] | undefined {
  const { t } = useTranslation('explain');
  return useMemo(
    () =>
      explained?.marks.map((mark): HighlightRange => {
        const { explanation } = explained;
        const alternative = alternativeOf(explanation, mark);
        const term = explanation.terms[mark.term];
        if (alternative === undefined || term === undefined) return mark;
        const words = { word: originalText(explanation, term), origin: originLabel(alternative.origin, t) };
        return { ...mark, title: t('why.markTitle', words) };
      }),
    [explained, t],
  );
}

/** The text with the words of the question marked; alternatives of a word are marked in another way. */
export function HighlightedText({ text, query, explained }: HighlightedTextProps) {
  const explainedMarks = useExplainedMarks(explained);
  const matches: readonly HighlightRange[] = useMemo(
    () => explainedMarks ?? findMatches(query, text),
    [explainedMarks, query, text],
  );
  return (
    <>
      {matches.map(({ start, end, title }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark title={title} data-alternative={title === undefined ? undefined : ''}>
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
