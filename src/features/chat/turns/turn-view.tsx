import Pencil from 'virtual:lucide/pencil';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Turn } from '#src/features/chat/conversations/conversation.ts';
import type { AnswerFailure } from '#src/features/chat/use-answers.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { PromptForm } from '#src/ui/prompt-form.tsx';
import { AnswerView } from './answer-view.tsx';
import { ImageStrip } from './image-strip.tsx';
import { VersionPager } from './version-pager.tsx';

type MessageEditFormProps = {
  turn: Turn;
  /** The most characters of a message. */
  limit: number;
  onSend: (message: string) => void;
  onCancel: () => void;
};

/** Edits a message; the former wording and all that followed it stay beside the new one. */
function MessageEditForm({ turn, limit, onSend, onCancel }: MessageEditFormProps) {
  const { t } = useTranslation(['chat', 'common']);
  const [message, setMessage] = useState(turn.message);
  const hintId = useId();
  const canSend = message.trim() !== '' && message.trim().length <= limit;
  return (
    <PromptForm
      label={t('question.edit')}
      inputLabel={t('composer.message')}
      value={message}
      canSubmit={canSend}
      onChange={setMessage}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Elsewhere this key stops an answer; here it only leaves the form.
        event.preventDefault();
        onCancel();
      }}
      onSubmit={() => onSend(message)}
      before={
        turn.images.length === 0 ? null : (
          <Box sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
            <ImageStrip images={turn.images} />
          </Box>
        )
      }
      input={{ maxRows: 12, autoFocus: true, inputProps: { 'aria-describedby': hintId, dir: 'auto' } }}
      sx={{ borderColor: 'primary.main' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          gap: 1,
          padding: 1,
        }}
      >
        <Typography
          id={hintId}
          variant="body2"
          sx={{ flex: { xs: '1 0 100%', sm: 1 }, paddingInline: 1, color: 'text.tertiary' }}
        >
          {t('question.branches')}
        </Typography>
        <Button size="small" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" size="small" variant="contained" disabled={!canSend}>
          {t('question.resend')}
        </Button>
      </Box>
    </PromptForm>
  );
}

type MessageViewProps = {
  turn: Turn;
  pager: { index: number; count: number };
  /** Absent where nothing can be asked. */
  onEdit: (() => void) | undefined;
  onShow: (index: number) => void;
};

/** The message of a turn, at the end side, with a pager of its wordings. */
function MessageView({ turn, pager, onEdit, onShow }: MessageViewProps) {
  const { t } = useTranslation('chat');
  return (
    <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          maxWidth: { xs: '92%', md: '80%' },
          paddingInline: 2,
          paddingBlock: 1.25,
          borderRadius: 1,
          bgcolor: 'teal.wash',
          minWidth: 0,
        }}
      >
        <ImageStrip images={turn.images} />
        <WrittenText text={turn.message} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <VersionPager {...pager} label={t('version.questions')} onShow={onShow} />
        <CopyButton text={turn.message} label={t('question.copy')} />
        {onEdit === undefined ? null : (
          <IconAction label={t('question.edit')} onClick={onEdit}>
            <Pencil size={18} />
          </IconAction>
        )}
      </Box>
    </Box>
  );
}

/** What can be done with a turn; the same object for as long as the page is mounted. */
export type TurnActions = {
  edit: (turnId: string | undefined) => void;
  resend: (turn: Turn, message: string) => void;
  regenerate: (turn: Turn) => void;
  repeat: (turn: Turn) => void;
  stopRepeats: () => void;
  showVersion: (turn: Turn, versionId: string) => void;
  showSibling: (turn: Turn, index: number) => void;
  remove: (turn: Turn) => void;
  askModel: (turn: Turn) => void;
  searchAll: (turn: Turn) => void;
  rephrase: () => void;
  curlOf: (turn: Turn) => string;
};

type TurnViewProps = {
  turn: Turn;
  /** From 1. */
  position: number;
  /** Which of the wordings of the message this is, from 0, of how many. */
  index: number;
  count: number;
  failure: AnswerFailure | undefined;
  editing: boolean;
  /** Whether anything can be asked now, and the model alone. */
  canAsk: boolean;
  canAskModel: boolean;
  /** The most characters of a message. */
  limit: number;
  actions: TurnActions;
};

/** A message and its answer: rendered again only when they change. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, position, index, count, failure, editing, canAsk, canAskModel, limit, actions } = props;
  const { t } = useTranslation('chat');
  return (
    <Box component="li" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <h2 className="visually-hidden">{t('turn', { position })}</h2>
      {editing ? (
        <MessageEditForm
          turn={turn}
          limit={limit}
          onSend={(message) => actions.resend(turn, message)}
          onCancel={() => actions.edit(undefined)}
        />
      ) : (
        <MessageView
          turn={turn}
          pager={{ index, count }}
          onEdit={canAsk ? () => actions.edit(turn.id) : undefined}
          onShow={(next) => actions.showSibling(turn, next)}
        />
      )}
      <AnswerView
        turn={turn}
        error={failure?.error}
        planned={
          failure?.repeatAt === undefined || !canAsk
            ? undefined
            : {
                at: failure.repeatAt,
                onRepeat: () => actions.repeat(turn),
                onCancel: actions.stopRepeats,
              }
        }
        onRegenerate={canAsk ? () => actions.regenerate(turn) : undefined}
        onShow={(versionId) => actions.showVersion(turn, versionId)}
        onDelete={() => actions.remove(turn)}
        onSearchAll={() => actions.searchAll(turn)}
        onRephrase={actions.rephrase}
        onAskModel={canAsk && canAskModel ? () => actions.askModel(turn) : undefined}
        curl={() => actions.curlOf(turn)}
      />
    </Box>
  );
});
