import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PageFrame } from '#src/components/page-frame.tsx';
import { paths } from '#src/paths.ts';
import { ConversationHead } from './conversation-head.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { useChat } from './use-chat.ts';

/** Talk with the bot's model; every conversation stays in this browser. */
export function ChatPage() {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [list, setList] = useState(false);
  const id = search.get('conversation') ?? undefined;
  const open = (next: string | undefined) => {
    setList(false);
    const to = paths.chat(next === undefined ? {} : { conversation: next });
    // What is read stays where it is: the page itself goes to the end where that is meant.
    // Also to the place in sight: another move may be on its way.
    void navigate(to, { preventScrollReset: true, replace: next === id });
  };
  const chat = useChat(id, open);
  const { conversation, conversations } = chat;
  const shown = (
    <ConversationList
      conversations={conversations ?? []}
      current={conversation?.id}
      lasting={chat.trouble !== 'passing'}
      onOpen={open}
      onDelete={chat.remove}
      onDeleteAll={chat.removeAll}
    />
  );
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '280px minmax(0, 1fr)' },
      }}
    >
      <Box
        component="aside"
        aria-label={t('list.title')}
        sx={{
          display: { xs: 'none', lg: 'block' },
          borderInlineEnd: 1,
          borderColor: 'line.soft',
        }}
      >
        <Box
          sx={{
            position: 'sticky',
            top: 56,
            maxHeight: 'calc(100dvh - 56px)',
            display: 'flex',
            flexDirection: 'column',
          }}
        >
          {shown}
        </Box>
      </Box>
      <Drawer
        anchor="left"
        open={list}
        onClose={() => setList(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': t('list.title'),
            sx: { width: 'min(320px, 88vw)' },
          },
        }}
      >
        {shown}
      </Drawer>
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <PageFrame title={t('title')} hideTitle="always" body="bare">
          <ConversationHead
            key={conversation?.id}
            conversation={conversation}
            onNew={() => open(undefined)}
            onList={() => setList(true)}
            onRename={(title) => conversation && chat.rename(conversation, title)}
            onDelete={() => conversation && chat.remove(conversation)}
          />
          <ConversationView chat={chat} id={id} />
        </PageFrame>
      </Box>
    </Box>
  );
}
