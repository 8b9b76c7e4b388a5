import ArrowDown from 'virtual:lucide/arrow-down';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { fieldUse } from '#src/api/client/compose-request.ts';
import { useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { Notice } from '#src/ui/notice.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
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
function ChatStart() {
  const { t } = useTranslation('chat');
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: '62ch', paddingBlockEnd: 2 }}>
      <Typography variant="statement" component="p">
        {t('start.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {t('start.message')}{' '}
        <TextLink to={paths.playground()} underline="always">
          {t('start.ground')}
        </TextLink>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('start.keys')}
      </Typography>
    </Box>
  );
}

const column = { width: '100%', maxWidth: 800, marginInline: 'auto', paddingInline: pagePadding } as const;

/** A conversation with the composer of its next message. */
export function ConversationView({ chat, id }: { chat: Chat; id: string | undefined }) {
  const { t } = useTranslation('chat');
  const { conversation, path, running, settings, undo } = chat;
  const modelAvailable = useModelAvailable('chat');
  const takesImages = useIsSupported('multimodalChat') === true;
  const recipient = useRecipient();
  const draft = useDraft(id);
  const [editing, setEditing] = useState<string>();
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const { scroller, content, isScrolledUp, scrollToBottom } = useStickToBottom(id);
  const focusComposer = () => inputRef.current?.focus();
  const actions = useTurnActions({ chat, onEdit: setEditing, onDone: focusComposer });
  const estimate = useChatEstimate({
    message: draft.message,
    images: draft.images.length,
    path,
    withHistory: fieldUse(recipient, 'ChatHistory') !== 'unsent',
    settings,
  });
  const canAsk = modelAvailable !== false && !running;

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
    disabled: !takesImages || modelAvailable === false,
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
          {modelAvailable === false ? <NoModelServer purpose="chat" /> : null}
          {path.length === 0 && modelAvailable !== false ? <ChatStart /> : null}
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
          {modelAvailable === false ? null : (
            <div>
              <Composer
                draft={draft}
                settings={settings}
                running={running}
                allowImages={takesImages}
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
              <HistoryNote recipient={recipient} />
            </div>
          )}
        </Box>
      </Box>
    </Box>
  );
}
