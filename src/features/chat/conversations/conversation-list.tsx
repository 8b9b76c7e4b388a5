import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#common/fold-text.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SearchField } from '#src/ui/search-field.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import type { Conversation } from './conversation.ts';
import { STORAGE_LIMITS } from './conversation-store.ts';
import { NewConversationButton } from './new-conversation-button.tsx';

type ConversationListProps = {
  conversations: readonly Conversation[];
  current: string | undefined;
  /** False: this browser keeps nothing. */
  persistent: boolean;
  onOpen: (id: string | undefined) => void;
  onDelete: (conversation: Conversation) => void;
  onDeleteAll: () => void;
};

function matchesSearch({ title, turns }: Conversation, words: string): boolean {
  const texts = turns.flatMap(({ message, versions }) => [message, ...versions.map(({ text }) => text)]);
  return [title, ...texts].some((text) => foldText(text).includes(words));
}

const searchConversations = (conversations: readonly Conversation[], words: string) =>
  conversations.filter((conversation) => words === '' || matchesSearch(conversation, words));

/** The number of conversations from which a search helps. */
const SEARCH_THRESHOLD = 6;

type ConversationItemProps = {
  conversation: Conversation;
  current: boolean;
  onOpen: () => void;
  onDelete: () => void;
};

function ConversationItem({ conversation, current, onOpen, onDelete }: ConversationItemProps) {
  const { t } = useTranslation('chat');
  const formats = useFormats();
  const { title, changedOn } = conversation;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <ListItemButton
        selected={current}
        aria-current={current ? 'true' : undefined}
        onClick={onOpen}
        sx={{ borderRadius: 1, paddingInline: 1, minWidth: 0, display: 'block' }}
      >
        <TruncatedText title={title}>{title}</TruncatedText>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {formats.moment(changedOn)}
        </Typography>
      </ListItemButton>
      <IconButton size="small" aria-label={t('list.delete', { title })} onClick={onDelete}>
        <Trash2 size={16} />
      </IconButton>
    </Box>
  );
}

/** Saved conversations of this browser with the current bot, newest first. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, current, persistent, onOpen, onDelete, onDeleteAll } = props;
  const { t } = useTranslation('chat');
  const headingId = useId();
  const [search, setSearch] = useState('');
  const words = foldText(search);
  const matches = useMemo(() => searchConversations(conversations, words), [conversations, words]);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0, padding: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={headingId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('list.title')}
        </Typography>
        <NewConversationButton onClick={() => onOpen(undefined)} />
      </Box>
      {conversations.length < SEARCH_THRESHOLD && search === '' ? null : (
        <SearchField value={search} onChange={setSearch} label={t('list.search')} />
      )}
      <PlainList aria-labelledby={headingId} sx={{ minHeight: 0, overflowY: 'auto' }}>
        {matches.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === current}
            onOpen={() => onOpen(conversation.id)}
            onDelete={() => onDelete(conversation)}
          />
        ))}
      </PlainList>
      {matches.length === 0 ? (
        <Typography
          variant="body2"
          role={search === '' ? undefined : 'status'}
          sx={{ color: 'text.secondary' }}
        >
          {t(search === '' ? 'list.empty' : 'list.nothing')}
        </Typography>
      ) : null}
      <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
        {t(persistent ? 'list.kept' : 'list.passing', { count: STORAGE_LIMITS.conversations })}
      </Typography>
      {conversations.length === 0 ? null : (
        <Button
          size="small"
          color="secondary"
          onClick={onDeleteAll}
          sx={{ alignSelf: 'flex-start', fontWeight: 400 }}
        >
          {t('list.deleteAll')}
        </Button>
      )}
    </Box>
  );
}
