import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { streamChat } from '#contract/operations/chat.ts';
import { paths } from '#src/paths.ts';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { useChatMode } from './chat-mode.ts';
import { ConversationView } from './conversation-view.tsx';
import { ConversationHeader } from './conversations/conversation-header.tsx';
import { ConversationList } from './conversations/conversation-list.tsx';
import { useChat } from './use-chat.ts';

/** Chat with the bot's knowledge, or with its model alone; every conversation stays in this browser. */
function Chat() {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [listOpen, setListOpen] = useState(false);
  const id = search.get('conversation') ?? undefined;
  const openConversation = (next: string | undefined) => {
    setListOpen(false);
    const to = paths.chat(next === undefined ? {} : { conversation: next });
    // The scroll position stays; the conversation itself scrolls to its end where needed.
    // The current conversation is navigated to as well: another navigation may be pending.
    void navigate(to, { preventScrollReset: true, replace: next === id });
  };
  const [chosenMode, setMode] = useChatMode();
  const hasModel = useModelAvailable('chat') !== false;
  // Without a model only the knowledge answers; the choice stays for when there is one.
  const mode = hasModel ? chosenMode : 'knowledge';
  const chat = useChat(id, mode, openConversation);
  const { conversation, conversations } = chat;
  const conversationList = (
    <ConversationList
      conversations={conversations ?? []}
      current={conversation?.id}
      persistent={chat.trouble !== 'passing'}
      onOpen={openConversation}
      onDelete={chat.remove}
      onDeleteAll={chat.removeAll}
    />
  );
  // As high as the window leaves it: only the conversation scrolls, between its header and the next message.
  return (
    <Box sx={{ flex: 1, position: 'relative', minHeight: 400 }}>
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '280px minmax(0, 1fr)' },
          gridTemplateRows: 'minmax(0, 1fr)',
        }}
      >
        <Box
          component="aside"
          aria-label={t('list.title')}
          sx={{
            display: { xs: 'none', lg: 'flex' },
            flexDirection: 'column',
            borderInlineEnd: 1,
            borderColor: 'line.soft',
          }}
        >
          {conversationList}
        </Box>
        <Drawer
          anchor="left"
          open={listOpen}
          onClose={() => setListOpen(false)}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': t('list.title'),
              sx: { width: 'min(320px, 88vw)' },
            },
          }}
        >
          {conversationList}
        </Drawer>
        <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 }}>
          <PageFrame title={t('title')} hideTitle="always" body="bare">
            <ConversationHeader
              key={conversation?.id}
              conversation={conversation}
              onNew={() => openConversation(undefined)}
              onList={() => setListOpen(true)}
              onRename={(title) => conversation && chat.rename(conversation, title)}
              onDelete={() => conversation && chat.remove(conversation)}
            />
            <ConversationView chat={chat} id={id} mode={mode} hasModel={hasModel} onMode={setMode} />
          </PageFrame>
        </Box>
      </Box>
    </Box>
  );
}

export function ChatPage() {
  const { t } = useTranslation('chat');
  return (
    <RoleGate operation={streamChat} title={t('title')}>
      <Chat />
    </RoleGate>
  );
}
