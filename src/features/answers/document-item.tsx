import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import type { RetrievedDocument } from '#contract/answers.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { ScoreBar } from '#src/components/score-bar.tsx';
import { SectionPath } from '#src/components/section-path.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { MarkedText } from './marked-text.tsx';
import { nameOfDocument } from './unit-of-document.ts';
import type { Explained } from './use-explanation.ts';
import { explanationOf } from './use-explanation.ts';
import { WhyDisclosure } from './why-disclosure.tsx';

type DocumentItemProps = {
  id: string;
  rank: number;
  document: RetrievedDocument;
  /** The score that fills the bar. */
  best: number;
  question: string;
  current: boolean;
  /** The unit it comes from, where that can be told. */
  unitId: number | undefined;
  explained: Explained;
  onCurrent: () => void;
};

/** One retrieved passage: rank, section, score, its words with those of the question marked, its file. */
export function DocumentItem(props: DocumentItemProps) {
  const { id, rank, document, best, question, current, unitId, explained, onCurrent } = props;
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const section = document.metadata['Section Title'];
  const explanation = explanationOf(explained);
  const marks = explanation?.passages[rank - 1]?.marks;
  return (
    <Box
      component="li"
      id={id}
      tabIndex={-1}
      aria-label={t('documents.rank', { rank })}
      aria-current={current ? 'true' : undefined}
      onClick={onCurrent}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: '36px minmax(0, 1fr)',
        paddingBlock: 2,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: current ? 'background.hover' : undefined,
        scrollMarginBlock: 120,
        '&:focus': { outline: 'none' },
        '&::before': {
          content: '""',
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: 0,
          width: 4,
          bgcolor: current ? 'primary.main' : 'transparent',
        },
      }}
    >
      <Typography aria-hidden sx={{ fontWeight: 600, color: 'text.tertiary' }}>
        {formats.number(rank)}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginBlockEnd: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{section === '' ? null : <SectionPath path={section} />}</Box>
          <ScoreBar score={document.score} best={best} />
        </Box>
        <Typography
          variant="passage"
          component="p"
          dir="auto"
          // A passage may hold paragraphs of both directions.
          sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' }}
        >
          <MarkedText
            text={document.text}
            query={question}
            found={explanation === undefined || marks === undefined ? undefined : { marks, explanation }}
          />
        </Typography>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            marginBlockStart: 0.5,
            color: 'text.tertiary',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', flex: 1, minWidth: 0 }}>
            <MonoText truncate>{nameOfDocument(document.metadata.file_id)}</MonoText>
          </Box>
          {unitId === undefined ? null : (
            <TextLink
              to={paths.unit(unitId, section === '' ? {} : { section })}
              variant="body2"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600, flexShrink: 0 }}
            >
              {t('documents.openUnit')}
              <ArrowRight size={16} />
            </TextLink>
          )}
        </Box>
        {explained.state === 'absent' ? null : <WhyDisclosure explained={explained} rank={rank} />}
      </Box>
    </Box>
  );
}
