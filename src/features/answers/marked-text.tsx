import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation, MatchMark } from '#contract/explanations.ts';
import { findMatches } from '#src/components/highlight/find-matches.ts';
import { alternativeOf, asTyped, wordOrigin } from './explained-words.ts';

type MarkedTextProps = {
  text: string;
  query: string;
  /** Where the gateway itself found the words of the question; without it they are looked for here. */
  found?: { marks: readonly MatchMark[]; explanation: Explanation } | undefined;
};

type Mark = { start: number; end: number; title?: string };

function useFoundMarks(found: MarkedTextProps['found']): Mark[] | undefined {
  const { t } = useTranslation('explain');
  return useMemo(
    () =>
      found?.marks.map((mark): Mark => {
        const { explanation } = found;
        const alternative = alternativeOf(explanation, mark);
        const term = explanation.terms[mark.term];
        if (alternative === undefined || term === undefined) return mark;
        const words = { word: asTyped(explanation, term), origin: wordOrigin(alternative.origin, t) };
        return { ...mark, title: t('why.markTitle', words) };
      }),
    [found, t],
  );
}

/** The text with the words of the question marked, in the text's own spelling; words that stand for them differently. */
export function MarkedText({ text, query, found }: MarkedTextProps) {
  const own = useFoundMarks(found);
  const matches: readonly Mark[] = useMemo(() => own ?? findMatches(query, text), [own, query, text]);
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
