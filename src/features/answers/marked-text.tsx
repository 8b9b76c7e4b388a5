import { Fragment, useMemo } from 'react';
import { findMatches } from '#src/components/highlight/find-matches.ts';

/** The text with the words of the question marked, in the text's own spelling. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const matches = useMemo(() => findMatches(query, text), [text, query]);
  return (
    <>
      {matches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.end ?? 0)}
    </>
  );
}
