import Box from '@mui/material/Box';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerView } from './answer-view.tsx';
import type { Turn } from './conversation.ts';
import { QuestionEdit } from './question-edit.tsx';
import { QuestionView } from './question-view.tsx';

/** What can be done with a turn; the same object for as long as the page stands. */
export type TurnActions = {
  edit: (turnId: string | undefined) => void;
  resend: (turn: Turn, message: string) => void;
  regenerate: (turn: Turn) => void;
  showVersion: (turn: Turn, versionId: string) => void;
  showBeside: (turn: Turn, at: number) => void;
  remove: (turn: Turn) => void;
  curlOf: (turn: Turn) => string;
};

type TurnViewProps = {
  turn: Turn;
  /** From 1. */
  position: number;
  /** Which of the wordings of the message this is, from 0, of how many. */
  at: number;
  of: number;
  error: unknown;
  editing: boolean;
  /** Whether anything can be asked now. */
  open: boolean;
  actions: TurnActions;
};

/** A message and its answer: shown again only when they change, not with every word of another. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, position, at, of, error, editing, open, actions } = props;
  const { t } = useTranslation('chat');
  return (
    <Box component="li" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <h2 className="visually-hidden">{t('turn', { position })}</h2>
      {editing ? (
        <QuestionEdit
          turn={turn}
          onSend={(message) => actions.resend(turn, message)}
          onCancel={() => actions.edit(undefined)}
        />
      ) : (
        <QuestionView
          turn={turn}
          place={{ at, of }}
          onEdit={open ? () => actions.edit(turn.id) : undefined}
          onShow={(next) => actions.showBeside(turn, next)}
        />
      )}
      <AnswerView
        turn={turn}
        error={error}
        onRegenerate={open ? () => actions.regenerate(turn) : undefined}
        onShow={(versionId) => actions.showVersion(turn, versionId)}
        onDelete={() => actions.remove(turn)}
        curl={() => actions.curlOf(turn)}
      />
    </Box>
  );
});
