import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '#common/text-direction.ts';
import type { Explanation } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { Citation } from './citation.tsx';
import { originalText } from './explanation-labels.ts';
import { type ExplainedMarks, HighlightedText, marksWithin, useHighlights } from './highlighted-text.tsx';
import { passagePath } from './passage-path.ts';
import { SectionPath } from './section-path.tsx';
import type { PassageLinks } from './shown-answer.ts';
import { SourceLanguage } from './source-language.tsx';
import { WrittenText } from './written-text.tsx';

type SectionQuoteProps = { text: string; question: string; explained: ExplainedMarks | undefined };

function SectionQuote({ text, question, explained }: SectionQuoteProps) {
  const highlights = useHighlights(text, question, explained);
  return (
    <WrittenText component="blockquote" variant="reading" text={text} sx={{ margin: 0, maxWidth: '70ch' }}>
      {(line) => <HighlightedText text={text} highlights={highlights} span={line} />}
    </WrittenText>
  );
}

type NearestSectionsProps = {
  explanation: Explanation;
  questionText: string;
  links: PassageLinks | undefined;
};

type NearestSectionProps = NearestSectionsProps & Explanation['answer']['nearest'][number];

function NearestSection({ passage, text, explanation, questionText, links }: NearestSectionProps) {
  const { t } = useTranslation('answer');
  const { passages, question } = explanation;
  const section = passages[passage];
  if (section === undefined) return null;
  const { document, unitTitle, marks } = section;
  const start = document.text.indexOf(text);
  const explained =
    start === -1
      ? undefined
      : { explanation, marks: marksWithin(marks, { start, end: start + text.length }) };
  const listed = passages.map((other) => other.document);
  return (
    <Box
      component="li"
      dir={directionOf(text)}
      data-own-direction=""
      sx={{ borderInlineStart: 3, borderColor: 'saffron.fill', paddingInlineStart: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Citation passage={passage} label={t('passage', { rank: passage + 1 })} links={links} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <SectionPath path={passagePath(document, unitTitle, listed)} />
        </Box>
      </Box>
      <SectionQuote text={text} question={question} explained={explained} />
      <Typography
        variant="body2"
        component="div"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary' }}
      >
        <BidiText>{unitTitle}</BidiText>
        <SourceLanguage question={questionText} sources={[text]} explanation={explanation} />
      </Typography>
    </Box>
  );
}

const MAX_ROWS_NAMED = 5;

/** The words missing for an answer, and the nearest sections: unit, headings and quote of each. */
export function NearestSections({ explanation, questionText, links }: NearestSectionsProps) {
  const { t } = useTranslation('answer');
  const formats = useFormats();
  const headingId = useId();
  const { passages } = explanation;
  const { missing, rows = [] } = explanation.answer;
  const others = rows.length - MAX_ROWS_NAMED;
  const rowNames =
    others > 0 ? [...rows.slice(0, MAX_ROWS_NAMED), t('nearest.more', { count: others })] : rows;
  // In the order of the list beside them: numbers that jump look like an error.
  const nearest = explanation.answer.nearest.toSorted((a, b) => a.passage - b.passage);
  // Another form of a word, such as a synonym, counts as a mention.
  const mentioned = new Set(
    nearest.flatMap(({ passage }) => passages[passage]?.terms.map(({ term }) => term) ?? []),
  );
  const missingTerms = missing.flatMap((place) => {
    const term = explanation.terms[place];
    return term === undefined || term.nameable === false || mentioned.has(place) ? [] : term;
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '70ch' }}>
        {missingTerms.length === 0
          ? t('nearest.hint')
          : t('nearest.missing', {
              words: formats.list(
                missingTerms.map((term) => t('quotation', { words: originalText(explanation, term) })),
                'disjunction',
              ),
            })}
        {rowNames.length === 0 ? null : ` ${t('nearest.rows', { names: formats.list(rowNames) })}`}
      </Typography>
      <Typography id={headingId} className="visually-hidden" component="h3">
        {t('nearest.title')}
      </Typography>
      <PlainList as="ol" aria-labelledby={headingId} sx={{ display: 'grid', gap: 2 }}>
        {nearest.map((section) => (
          <NearestSection key={section.passage} {...section} {...{ explanation, questionText, links }} />
        ))}
      </PlainList>
    </Box>
  );
}
