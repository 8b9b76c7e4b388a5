import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetrievedDocument } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { paths } from '#src/paths.ts';
import { Citation } from '#src/ui/answer/citation.tsx';
import { PassageItem } from '#src/ui/answer/passage-item.tsx';
import { passagePath } from '#src/ui/answer/passage-path.ts';
import { fileNameOf } from '#src/ui/answer/passage-unit.ts';
import { fullBarScore } from '#src/ui/answer/score-bar.tsx';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import type { PassageLinks } from '#src/ui/answer/shown-answer.ts';
import { usedPassages } from '#src/ui/answer/used-passages.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';

export type Passages = PassageLinks & {
  open: boolean;
  setOpen: (open: boolean) => void;
  idOf: (index: number) => string;
};

/** The passages of one answer: folded until a citation leads to one of them. */
export function usePassages(): Passages {
  const prefix = useId();
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState<number>();
  const idOf = (index: number) => `${prefix}-${index}`;
  const focusPassage = (index: number) => {
    setOpen(true);
    setCurrent(index);
    // The list may have to open first.
    requestAnimationFrame(() => {
      const item = document.getElementById(idOf(index));
      item?.focus({ preventScroll: true });
      item?.scrollIntoView({ block: 'nearest' });
    });
  };
  return { open, setOpen, current, idOf, focusPassage };
}

type PassageListProps = { run: AnswerRun; passages: Passages; explanation: Explanation | undefined };

type SourceItemProps = Omit<PassageListProps, 'run'> & {
  index: number;
  documents: readonly RetrievedDocument[];
};

/** A passage that the answer names: its unit and section, else its file. */
function SourceItem({ index, documents, passages, explanation }: SourceItemProps) {
  const { t } = useTranslation('answer');
  const document = documents[index];
  if (document === undefined) return null;
  const title = explanation?.passages[index]?.unitTitle;
  const path = [...(title === undefined ? [] : [title]), ...passagePath(document, title, documents)];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Citation passage={index} label={t('passage', { rank: index + 1 })} links={passages} />
      {path.length === 0 ? (
        <MonoText truncate>{fileNameOf(document.metadata.file_id)}</MonoText>
      ) : (
        <SectionPath path={path} />
      )}
    </Box>
  );
}

/** The unit of a passage, which leads to its section; else the file. */
function PassageUnit({
  document,
  unit,
}: {
  document: RetrievedDocument;
  unit: Explanation['passages'][number] | undefined;
}) {
  const { file_id: fileId, 'Section Title': section } = document.metadata;
  if (unit === undefined) return <MonoText truncate>{fileNameOf(fileId)}</MonoText>;
  return (
    <TextLink to={paths.unit(unit.unitId, { section })} variant="body2" sx={{ lineHeight: '24px' }}>
      <BidiText>{unit.unitTitle}</BidiText>
    </TextLink>
  );
}

/** The sources that an answer names, by section, and all passages that were found. */
export function PassageList({ run, passages, explanation }: PassageListProps) {
  const { t } = useTranslation(['chat', 'answer', 'playground']);
  const listId = useId();
  const { documents = [] } = run;
  const { open, setOpen, current, idOf } = passages;
  const used = usedPassages(run);
  if (documents.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      {used.size === 0 ? null : (
        <PlainList aria-label={t('knowledge.sources')} sx={{ display: 'grid', gap: 0.5 }}>
          {[...used.keys()].map((index) => (
            <SourceItem key={index} {...{ index, documents, passages, explanation }} />
          ))}
        </PlainList>
      )}
      <Button
        size="small"
        color="secondary"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        sx={{ justifySelf: 'start', fontWeight: 400, marginInlineStart: -1 }}
      >
        {t('playground:details.passages', { count: documents.length })}
      </Button>
      {open ? (
        <PlainList as="ol" id={listId} aria-label={t('playground:documents.title')}>
          {documents.map((document, index) => {
            const unit = explanation?.passages[index];
            return (
              <PassageItem
                key={idOf(index)}
                id={idOf(index)}
                label={t('answer:passage', { rank: index + 1 })}
                document={document}
                rank={index + 1}
                maxScore={fullBarScore(documents)}
                listed={documents}
                question={run.request.question}
                explanation={explanation}
                use={used.get(index)}
                open={index === current}
              >
                <PassageUnit document={document} unit={unit} />
              </PassageItem>
            );
          })}
        </PlainList>
      ) : null}
    </Box>
  );
}
