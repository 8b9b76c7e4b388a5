import Box from '@mui/material/Box';
import type { Explanation } from '#contract/explanations.ts';
import { GeneratedAnswer } from './generated-answer.tsx';
import { NearestSections } from './nearest-sections.tsx';
import { QuotedAnswer } from './quoted-answer.tsx';
import type { PassageLinks, ShownAnswer } from './shown-answer.ts';
import { SourceLanguage } from './source-language.tsx';
import { SupportSummary } from './support-summary.tsx';
import { TypingCursor } from './typing-cursor.tsx';
import { usedPassages } from './used-passages.ts';
import { WrittenText } from './written-text.tsx';

type AnswerViewProps = {
  shown: ShownAnswer;
  question: string;
  running: boolean;
  explanation: Explanation | undefined;
  links: PassageLinks | undefined;
};

/**
 * An answer as it grows: its words with their support and sources. In place of a quotation that does not answer stand the
 * sections that come closest, where they are known.
 */
export function AnswerView(props: AnswerViewProps) {
  const { shown, question, running, explanation, links } = props;
  const { answer, band, kind, documents } = shown;
  const sources = [...usedPassages(shown).keys()].flatMap((index) => documents?.[index]?.text ?? []);
  const isGenerated = kind === 'generated';
  const hasNearest =
    band === 'weak' && !isGenerated && explanation !== undefined && explanation.answer.nearest.length > 0;
  return (
    <Box aria-busy={running} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {hasNearest ? (
        <NearestSections explanation={explanation} questionText={question} links={links} />
      ) : answer === '' && !running ? null : (
        <WrittenText
          variant="reading"
          text={answer}
          after={running ? <TypingCursor /> : null}
          sx={{ maxWidth: '70ch', color: band === 'not-found' ? 'text.secondary' : 'text.primary' }}
        >
          {(line) =>
            isGenerated ? (
              <GeneratedAnswer
                answer={answer}
                line={line}
                sentences={shown.sentences}
                documents={documents?.length ?? 0}
                links={links}
              />
            ) : (
              <QuotedAnswer answer={answer} line={line} explanation={explanation} links={links} />
            )
          }
        </WrittenText>
      )}
      {isGenerated ? <SupportSummary sentences={shown.sentences} /> : null}
      {running || hasNearest ? null : (
        <SourceLanguage question={question} sources={sources} explanation={explanation} />
      )}
    </Box>
  );
}
