import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentenceSupport } from '#contract/headers.ts';
import { Citation } from './citation.tsx';
import type { PassageLinks } from './shown-answer.ts';
import { UNDERLINE_STYLES } from './support-summary.tsx';
import { cutSpan, type TextSpan } from './text-spans.ts';

type CitedTextProps = { text: string; documents: number; links: PassageLinks | undefined };

/** Words with the numbers of the passages that they cite; a number is read with the words before it. */
function CitedText({ text, documents, links }: CitedTextProps) {
  const { t } = useTranslation('answer');
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(/[ \t]*\[(\d{1,3})\]/g)) {
    const passage = Number(match[1]) - 1;
    if (passage < 0 || passage >= documents) continue;
    parts.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        {'\u2060'}
        <Citation passage={passage} label={t('passage', { rank: passage + 1 })} links={links} />
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

type GeneratedAnswerProps = {
  answer: string;
  /** The part of the answer to show. */
  line: TextSpan;
  sentences: readonly SentenceSupport[];
  /** How many documents can be cited. */
  documents: number;
  links: PassageLinks | undefined;
};

/** A line of a model's answer as plain text: citations lead to their passages, and each sentence shows its support. */
export function GeneratedAnswer({ answer, line, sentences, documents, links }: GeneratedAnswerProps) {
  const { t } = useTranslation('answer');
  const validSentences = sentences.flatMap(({ from, to, level }, index) =>
    from < to && to <= answer.length && from >= (sentences[index - 1]?.to ?? 0)
      ? [{ start: from, end: to, level }]
      : [],
  );
  return cutSpan(line, validSentences).map(({ start, end, range: sentence }) => {
    const words = (
      <CitedText key={start} text={answer.slice(start, end)} documents={documents} links={links} />
    );
    const support = sentence?.level;
    if (sentence === undefined || support === undefined || support === 'supported' || support === 'plain')
      return words;
    return (
      <Box
        key={start}
        component="span"
        data-support={support}
        sx={({ palette }) => ({
          textDecorationLine: 'underline',
          textDecorationStyle: UNDERLINE_STYLES[support].style,
          textDecorationThickness: '1px',
          textUnderlineOffset: '0.35em',
          textDecorationColor: palette[UNDERLINE_STYLES[support].colour].fill,
        })}
      >
        {words}
        {end === sentence.end ? (
          <span className="visually-hidden">{` (${t(`support.${support}`)})`}</span>
        ) : null}
      </Box>
    );
  });
}
