import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentenceSupport } from '#contract/headers.ts';
import { Citation } from './citation.tsx';
import type { DocumentWalk } from './use-document-walk.ts';

type WrittenTextProps = {
  answer: string;
  sentences: readonly SentenceSupport[];
  /** How many documents can be cited. */
  documents: number;
  walk: DocumentWalk;
};

/** A line under the words, of another kind for each standing: it need not be told by its colour. */
const LINES = {
  weak: { style: 'dashed', colour: 'saffron' },
  unsupported: { style: 'wavy', colour: 'brick' },
} as const;

/** Words with their citations as buttons; a citation is read with the words before it. */
function WithCitations({ text, documents, walk }: { text: string; documents: number; walk: DocumentWalk }) {
  const { t } = useTranslation('playground');
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(/[ \t]*\[(\d{1,3})\]/g)) {
    const passage = Number(match[1]) - 1;
    if (passage < 0 || passage >= documents) continue;
    parts.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        {'\u2060'}
        <Citation passage={passage} label={t('documents.rank', { rank: passage + 1 })} walk={walk} />
      </Fragment>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

/** What a model wrote, as plain text: its citations lead to their documents, and each sentence shows what supports it. */
export function WrittenText({ answer, sentences, documents, walk }: WrittenTextProps) {
  const { t } = useTranslation('playground');
  const ordered = sentences.filter(
    ({ from, to }, index) => from < to && to <= answer.length && from >= (sentences[index - 1]?.to ?? 0),
  );
  const rest = answer.slice(ordered.at(-1)?.to ?? 0);
  return (
    <>
      {ordered.map(({ from, to, standing }, index) => {
        const words = <WithCitations text={answer.slice(from, to)} documents={documents} walk={walk} />;
        return (
          <Fragment key={from}>
            {answer.slice(ordered[index - 1]?.to ?? 0, from)}
            {standing === 'supported' || standing === 'plain' ? (
              words
            ) : (
              <Box
                component="span"
                data-standing={standing}
                sx={({ palette }) => ({
                  textDecorationLine: 'underline',
                  textDecorationStyle: LINES[standing].style,
                  textDecorationThickness: '1px',
                  textUnderlineOffset: '0.35em',
                  textDecorationColor: palette[LINES[standing].colour].fill,
                })}
              >
                {words}
                <span className="visually-hidden">{` (${t(`written.standing.${standing}`)})`}</span>
              </Box>
            )}
          </Fragment>
        );
      })}
      <WithCitations text={rest} documents={documents} walk={walk} />
    </>
  );
}
