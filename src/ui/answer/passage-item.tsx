import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { directionOf } from '#common/text-direction.ts';
import type { RetrievedDocument } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { passagePath } from './passage-path.ts';
import { PassageText } from './passage-text.tsx';
import { ScoreBar } from './score-bar.tsx';
import { SectionPath } from './section-path.tsx';
import { UseChip } from './use-chip.tsx';
import type { PassageUse } from './used-passages.ts';

type PassageItemProps = {
  id?: string;
  label: string;
  document: RetrievedDocument;
  rank: number;
  maxScore: number;
  listed: readonly RetrievedDocument[];
  question: string;
  explanation: Explanation | undefined;
  use: PassageUse | undefined;
  /** Whether a person opened it: it shows in full. */
  open?: boolean;
  /** Below the text. */
  children?: ReactNode;
};

/** A passage in a short list: unit and section, how the answer uses it, score, and the words of the question marked. */
export function PassageItem(props: PassageItemProps) {
  const { id, label, document, rank, maxScore, listed, question, explanation, use, open = false } = props;
  const explained = explanation?.passages[rank - 1];
  const path = [
    ...(explained === undefined ? [] : [explained.unitTitle]),
    ...passagePath(document, explained?.unitTitle, listed),
  ];
  return (
    <Box
      component="li"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={label}
      sx={{ paddingBlock: 1, borderBlockEnd: 1, borderColor: 'line.soft', minWidth: 0 }}
    >
      <Box dir={directionOf(document.text)} data-own-direction="">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{path.length === 0 ? null : <SectionPath path={path} />}</Box>
          {use === undefined ? null : <UseChip use={use} />}
          <ScoreBar score={document.score} maxScore={maxScore} />
        </Box>
        <PassageText
          text={document.text}
          question={question}
          explained={explanation && explained && { marks: explained.marks, explanation }}
          folded={!open}
        />
        {props.children}
      </Box>
    </Box>
  );
}
