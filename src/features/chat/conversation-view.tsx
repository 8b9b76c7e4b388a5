import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { useOffers } from '#src/api/use-role.ts';
import { Notice } from '#src/components/notice.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';
import { NoModelServer } from '#src/model-hints/no-model-server.tsx';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';
import { SpendLine } from '#src/spending/spend-line.tsx';
import { AnswerAnnouncer } from './answer-announcer.tsx';
import { ChatStart } from './chat-start.tsx';
import { Composer } from './composer.tsx';
import { shownVersion, siblingsOf } from './conversation.ts';
import { TurnView } from './turn-view.tsx';
import { UndoNotice } from './undo-notice.tsx';
import type { Chat } from './use-chat.ts';
import { useChatEstimate } from './use-chat-estimate.ts';
import { useDraft } from './use-draft.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { useTurnActions } from './use-turn-actions.ts';

const column = { width: '100%', maxWidth: 800, marginInline: 'auto', paddingInline: pagePadding } as const;

/** One conversation, and the next message of it. */
export function ConversationView({ chat, id }: { chat: Chat; id: string | undefined }) {
  const { t } = useTranslation('chat');
  const { conversation, path, running, settings, undo } = chat;
  const offered = useModelOffered('chat');
  const takesImages = useOffers('multimodalChat') === true;
  const draft = useDraft(id);
  const [editing, setEditing] = useState<string>();
  const turns = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { away, toEnd } = useStickToEnd(turns, id);
  const focusComposer = () => field.current?.focus();
  const actions = useTurnActions({ chat, onEdit: setEditing, onDone: focusComposer });
  const estimate = useChatEstimate({
    message: draft.message,
    images: draft.images.length,
    path,
    settings,
  });
  const open = offered !== false && !running;

  // What was taken away or back had the focus, or the button of the notice did.
  const undoBefore = useRef(undo);
  useEffect(() => {
    if (undoBefore.current !== undo) field.current?.focus();
    undoBefore.current = undo;
  }, [undo]);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !running) return;
    chat.stop();
    focusComposer();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);

  const { getRootProps, isDragActive } = useDropzone({
    disabled: !takesImages || offered === false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => void draft.addFiles([...accepted, ...rejected.map(({ file }) => file)]),
  });
  const send = () => {
    chat.send({ message: draft.message, images: draft.images });
    draft.clear();
    toEnd();
    focusComposer();
  };
  const last = path.at(-1);

  return (
    <Box
      {...getRootProps({ role: 'presentation' })}
      sx={{
        flex: 1,
        display: 'flex',
        flexDirection: 'column',
        outline: isDragActive ? '2px dashed' : 'none',
        outlineColor: 'primary.main',
        outlineOffset: -8,
      }}
    >
      <AnswerAnnouncer version={last && shownVersion(last)} />
      <Box ref={turns} sx={{ ...column, flex: 1, paddingBlock: 3 }}>
        {offered === false ? <NoModelServer purpose="chat" /> : null}
        {path.length === 0 && offered !== false ? <ChatStart /> : null}
        <Box
          component="ol"
          aria-label={t('conversation')}
          sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 }}
        >
          {path.map((turn, index) => {
            const beside = conversation === undefined ? [turn] : siblingsOf(conversation, turn);
            return (
              <TurnView
                key={turn.id}
                turn={turn}
                position={index + 1}
                at={beside.indexOf(turn)}
                of={beside.length}
                error={chat.errors.get(shownVersion(turn)?.id ?? '')}
                editing={editing === turn.id}
                open={open}
                actions={actions}
              />
            );
          })}
        </Box>
      </Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
          zIndex: 2,
          bgcolor: 'background.default',
          paddingBlockEnd: { xs: 1, md: 2 },
        }}
      >
        <Box sx={{ ...column, display: 'grid', gap: 1 }}>
          {away ? (
            <Button
              size="small"
              variant="outlined"
              startIcon={<ArrowDown size={16} />}
              onClick={toEnd}
              sx={{ justifySelf: 'center' }}
            >
              {t('toEnd')}
            </Button>
          ) : null}
          {undo === undefined ? null : (
            <UndoNotice undo={undo} onTakeBack={chat.takeBack} onDismiss={chat.forgetUndo} />
          )}
          {chat.trouble === 'full' ? (
            <Notice severity="warning" title={t('trouble.full.title')}>
              {t('trouble.full.text')}
            </Notice>
          ) : null}
          {offered === false ? null : (
            <div>
              <Composer
                draft={draft}
                settings={settings}
                running={running}
                images={takesImages}
                field={field}
                onSettings={chat.change}
                onSend={send}
                onStop={() => {
                  chat.stop();
                  focusComposer();
                }}
                onEditLast={() => {
                  if (last !== undefined && open) setEditing(last.id);
                }}
              />
              <SpendLine ledger="text" estimate={estimate} />
            </div>
          )}
        </Box>
      </Box>
    </Box>
  );
}
