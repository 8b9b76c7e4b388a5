import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { GeneratedAnswer } from './generated-answer.tsx';
import { NearestSections } from './nearest-sections.tsx';
import { QuotedAnswer } from './quoted-answer.tsx';
import type { PassageLinks, ShownAnswer } from './shown-answer.ts';
import { SourceLanguage } from './source-language.tsx';
import { SupportSummary } from './support-summary.tsx';
import type { TextSpan } from './text-spans.ts';
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
        <FoldedText shown={shown} running={running}>
          {(line, foldedFrom) =>
            isGenerated ? (
              <GeneratedAnswer
                answer={answer}
                line={line}
                sentences={shown.sentences}
                documents={documents?.length ?? 0}
                links={links}
              />
            ) : (
              <QuotedAnswer
                answer={answer}
                line={line}
                foldedFrom={foldedFrom}
                explanation={explanation}
                links={links}
              />
            )
          }
        </FoldedText>
      )}
      {isGenerated ? <SupportSummary sentences={shown.sentences} /> : null}
      {running || hasNearest ? null : (
        <SourceLanguage question={question} sources={sources} explanation={explanation} />
      )}
    </Box>
  );
}

/** A quotation of several lines begins with the line that answers; the lines around it in the source can be opened. */
function FoldedText({
  shown,
  running,
  children,
}: Pick<AnswerViewProps, 'shown' | 'running'> & {
  children: (line: TextSpan, foldedFrom: number) => ReactNode;
}) {
  const { t } = useTranslation('answer');
  const { answer, band } = shown;
  const end = running ? answer.length : endOfLead(shown);
  const sx = { maxWidth: '70ch', color: band === 'not-found' ? 'text.secondary' : 'text.primary' };
  const showLine = (line: TextSpan) => children(line, end);
  return (
    <>
      <WrittenText
        variant="reading"
        text={answer.slice(0, end)}
        after={running ? <TypingCursor /> : null}
        sx={sx}
      >
        {showLine}
      </WrittenText>
      {end === answer.length ? null : (
        <Box component="details">
          <Typography
            component="summary"
            variant="body2"
            sx={{ color: 'text.secondary', cursor: 'pointer', minBlockSize: 24 }}
          >
            {t('around')}
          </Typography>
          <WrittenText variant="reading" text={answer} from={end + 1} sx={{ ...sx, marginBlockStart: 1 }}>
            {showLine}
          </WrittenText>
        </Box>
      )}
    </>
  );
}

/** Fewer lines are shown at once. */
const MIN_LINES_FOLDED = 3;

/** Where the line that answers ends; the whole answer where all of its lines do, as of a list or of two facts. */
function endOfLead(shown: ShownAnswer): number {
  const { answer, band, kind } = shown;
  const end = answer.indexOf('\n');
  const isOfOne = kind === 'quoted' && band === 'answered' && usedPassages(shown).size === 1;
  const isLead =
    end > 0 &&
    !/[:：?؟]\s*$/u.test(answer.slice(0, end)) &&
    !/^(?:[•◦▪*-]|\(?\p{Nd}{1,2}[.)])\s/u.test(answer);
  return isOfOne && isLead && answer.split('\n').length >= MIN_LINES_FOLDED ? end : answer.length;
}
