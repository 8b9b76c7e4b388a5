import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import SquarePen from 'lucide-react/icons/square-pen';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#src/api/fold-text.ts';
import { OneLine } from '#src/components/one-line.tsx';
import { SearchField } from '#src/components/search-field.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Conversation } from './conversation.ts';
import { BOUNDS } from './conversation-store.ts';

type ConversationListProps = {
  conversations: readonly Conversation[];
  current: string | undefined;
  /** False: this browser keeps nothing. */
  lasting: boolean;
  onOpen: (id: string | undefined) => void;
  onDelete: (conversation: Conversation) => void;
  onDeleteAll: () => void;
};

function holds({ title, turns }: Conversation, words: string): boolean {
  const texts = turns.flatMap(({ message, versions }) => [message, ...versions.map(({ text }) => text)]);
  return [title, ...texts].some((text) => foldText(text).includes(words));
}

/** From how many conversations on a search is of use. */
const MANY = 6;

/** The conversations that this browser keeps of this bot, newest first. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, current, lasting, onOpen, onDelete, onDeleteAll } = props;
  const { t } = useTranslation('chat');
  const formats = useFormats();
  const headingId = useId();
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const words = foldText(search);
    return words === '' ? conversations : conversations.filter((one) => holds(one, words));
  }, [conversations, search]);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0, padding: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={headingId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('list.title')}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          startIcon={<SquarePen size={16} />}
          onClick={() => onOpen(undefined)}
        >
          {t('newShort')}
        </Button>
      </Box>
      {conversations.length < MANY && search === '' ? null : (
        <SearchField
          value={search}
          onChange={setSearch}
          label={t('list.search')}
          placeholder={t('list.search')}
        />
      )}
      <Box
        component="ul"
        aria-labelledby={headingId}
        sx={{ listStyle: 'none', margin: 0, padding: 0, minHeight: 0, overflowY: 'auto' }}
      >
        {found.map((one) => (
          <Box component="li" key={one.id} sx={{ display: 'flex', alignItems: 'center' }}>
            <ListItemButton
              selected={one.id === current}
              aria-current={one.id === current ? 'true' : undefined}
              onClick={() => onOpen(one.id)}
              sx={{ borderRadius: 1, paddingInline: 1, minWidth: 0, display: 'block' }}
            >
              <OneLine title={one.title}>{one.title}</OneLine>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {formats.moment(one.changedOn)}
              </Typography>
            </ListItemButton>
            <IconButton
              size="small"
              aria-label={t('list.delete', { title: one.title })}
              onClick={() => onDelete(one)}
            >
              <Trash2 size={16} />
            </IconButton>
          </Box>
        ))}
      </Box>
      {found.length === 0 ? (
        <Typography
          variant="body2"
          role={search === '' ? undefined : 'status'}
          sx={{ color: 'text.secondary' }}
        >
          {t(search === '' ? 'list.empty' : 'list.nothing')}
        </Typography>
      ) : null}
      <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
        {t(lasting ? 'list.kept' : 'list.passing', { count: BOUNDS.conversations })}
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
