import ArrowDown from 'virtual:lucide/arrow-down';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { MESSAGE_LIMIT, QUESTION_LIMIT } from '#contract/limits.ts';
import { fieldUse } from '#src/api/client/compose-request.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { DEFAULT_ASK_SETTINGS } from '#src/ui/run/ask-settings.ts';
import { KnowledgeHint, useKnowledgeGap } from '#src/ui/run/knowledge-hint.tsx';
import { useAnswerEstimate } from '#src/ui/run/use-answer-estimate.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import type { ChatMode } from './chat-mode.ts';
import { Composer } from './composer/composer.tsx';
import { HistoryNote } from './composer/history-note.tsx';
import { useChatEstimate } from './composer/use-chat-estimate.ts';
import { useDraft } from './composer/use-draft.ts';
import { siblingsOf, visibleVersion } from './conversations/conversation.ts';
import { AnswerAnnouncer } from './turns/answer-announcer.tsx';
import { TurnView } from './turns/turn-view.tsx';
import { useTurnActions } from './turns/use-turn-actions.ts';
import { UndoNotice } from './undo-notice.tsx';
import type { Chat } from './use-chat.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Introduces the page, before the first message. */
function ChatStart({ mode }: { mode: ChatMode }) {
  const { t } = useTranslation('chat');
  const gap = useKnowledgeGap();
  if (mode === 'knowledge' && gap !== undefined) return <KnowledgeHint gap={gap} />;
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: '62ch', paddingBlockEnd: 2 }}>
      <Typography variant="statement" component="p">
        {t(`start.${mode}.title`)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t(`start.${mode}.message`)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('start.keys')}
      </Typography>
    </Box>
  );
}

/** Why there is no other mode, and how to get it. */
function NoModelNote() {
  const { t } = useTranslation(['chat', 'models']);
  const canSetUp = useCanUse({ id: 'setModel', kind: 'extension', right: 'manageModels' });
  return (
    <SmallText>
      {t('mode.noModel')}{' '}
      {canSetUp ? (
        <TextLink to={paths.modelServers('chat')} underline="always">
          {t('models:hint.open')}
        </TextLink>
      ) : (
        t('models:hint.ask')
      )}
    </SmallText>
  );
}

const column = { width: '100%', maxWidth: 800, marginInline: 'auto', paddingInline: pagePadding } as const;

type ConversationViewProps = {
  chat: Chat;
  id: string | undefined;
  mode: ChatMode;
  /** False where the bot has no model to ask alone. */
  hasModel: boolean;
  onMode: (mode: ChatMode) => void;
};

/** A conversation with the composer of its next message. */
export function ConversationView({ chat, id, mode, hasModel, onMode }: ConversationViewProps) {
  const { t } = useTranslation('chat');
  const { conversation, path, running, settings, undo } = chat;
  const allowImages = useIsSupported('multimodalChat') === true;
  const takesImages = allowImages && mode === 'model';
  const maxQuestion = useCapabilities()?.limits.maxQuestion ?? QUESTION_LIMIT;
  const limit = mode === 'model' ? MESSAGE_LIMIT : maxQuestion;
  const recipient = useRecipient();
  const draft = useDraft(id);
  const [editing, setEditing] = useState<string>();
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const { scroller, content, isScrolledUp, scrollToBottom } = useStickToBottom(id);
  const focusComposer = () => inputRef.current?.focus();
  const actions = useTurnActions({ chat, onEdit: setEditing, onDone: focusComposer });
  const modelEstimate = useChatEstimate({
    message: draft.message,
    images: draft.images.length,
    path,
    withHistory: fieldUse(recipient, 'ChatHistory') !== 'unsent',
    settings,
  });
  const knowledgeEstimate = useAnswerEstimate(
    { question: draft.message, names: [], settings: DEFAULT_ASK_SETTINGS },
    path.flatMap((turn) => visibleVersion(turn)?.run ?? []),
  );
  const estimate = mode === 'model' ? modelEstimate : knowledgeEstimate;
  const canAsk = !running;

  // The focus was on the deleted turn or on the notice's button: it moves to the composer.
  const previousUndo = useRef(undo);
  useEffect(() => {
    if (previousUndo.current !== undo) inputRef.current?.focus();
    previousUndo.current = undo;
  }, [undo]);

  useEscape(running, () => {
    chat.stop();
    focusComposer();
  });

  const { getRootProps, isDragActive } = useDropzone({
    disabled: !takesImages,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => void draft.addFiles([...accepted, ...rejected.map(({ file }) => file)]),
  });
  const send = () => {
    chat.send({ message: draft.message, images: draft.images });
    draft.clear();
    scrollToBottom();
    focusComposer();
  };
  const last = path.at(-1);

  return (
    <Box
      // Where no images are taken only the dropping is off, not what lies within: the field would be announced as unavailable.
      {...getRootProps({ role: 'presentation', 'aria-disabled': undefined })}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        outline: isDragActive ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
        outlineOffset: -8,
      }}
    >
      <AnswerAnnouncer version={last && visibleVersion(last)} />
      <Box ref={scroller} sx={{ flex: 1, minHeight: 0, position: 'relative', overflowY: 'auto' }}>
        <Box ref={content} sx={{ ...column, paddingBlock: 3 }}>
          {path.length === 0 ? <ChatStart mode={mode} /> : null}
          <PlainList as="ol" aria-label={t('conversation')} sx={{ display: 'grid', gap: 4 }}>
            {path.map((turn, index) => {
              const siblings = conversation === undefined ? [turn] : siblingsOf(conversation, turn);
              return (
                <TurnView
                  key={turn.id}
                  turn={turn}
                  position={index + 1}
                  index={siblings.indexOf(turn)}
                  count={siblings.length}
                  failure={chat.failures.get(visibleVersion(turn)?.id ?? '')}
                  editing={editing === turn.id}
                  canAsk={canAsk && (takesImages || turn.images.length === 0)}
                  canAskModel={hasModel}
                  limit={limit}
                  actions={actions}
                />
              );
            })}
          </PlainList>
        </Box>
      </Box>
      <Box sx={{ paddingBlockEnd: { xs: 1, md: 2 } }}>
        <Box sx={{ ...column, display: 'grid', gap: 1 }}>
          {isScrolledUp ? (
            <Button
              size="small"
              variant="outlined"
              startIcon={<ArrowDown size={16} />}
              onClick={scrollToBottom}
              sx={{ justifySelf: 'center' }}
            >
              {t('toEnd')}
            </Button>
          ) : null}
          {undo === undefined ? null : (
            <UndoNotice undo={undo} onUndo={chat.undoDelete} onDismiss={chat.dismissUndo} />
          )}
          {chat.trouble === 'full' ? (
            <Notice severity="warning" title={t('trouble.full.title')}>
              {t('trouble.full.text')}
            </Notice>
          ) : null}
          <div>
            <Composer
              draft={draft}
              settings={settings}
              running={running}
              mode={mode}
              hasModel={hasModel}
              limit={limit}
              onMode={onMode}
              allowImages={allowImages}
              inputRef={inputRef}
              onSettings={chat.change}
              onSend={send}
              onStop={() => {
                chat.stop();
                focusComposer();
              }}
              onEditLast={() => {
                if (last !== undefined && canAsk) setEditing(last.id);
              }}
            />
            <CostEstimate ledger="text" estimate={estimate} />
            <HistoryNote recipient={recipient} field={mode === 'model' ? 'ChatHistory' : 'UpdateGlobal'} />
            {hasModel ? null : <NoModelNote />}
          </div>
        </Box>
      </Box>
    </Box>
  );
}
