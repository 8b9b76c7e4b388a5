import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import MessagesSquare from 'lucide-react/icons/messages-square';
import SquarePen from 'lucide-react/icons/square-pen';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagePadding } from '#src/components/page-frame.tsx';
import { OneLine } from '#src/components/one-line.tsx';
import type { Conversation } from './conversation.ts';
import { tokensOf } from './conversation.ts';
import { ConversationMenu } from './conversation-menu.tsx';

type ConversationHeadProps = {
  conversation: Conversation | undefined;
  onNew: () => void;
  onList: () => void;
  onRename: (title: string) => void;
  onDelete: () => void;
};

function Cost({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation(['chat', 'spending']);
  const { tokens, estimated } = tokensOf(conversation);
  if (tokens === 0) return null;
  const amount = t('spending:amount.text', { count: tokens });
  return (
    <Typography
      variant="body2"
      sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}
    >
      {t('figures.conversation', { amount: estimated ? t('figures.estimated', { amount }) : amount })}
    </Typography>
  );
}

/** What the conversation is called and cost, and what can be done with all of it. */
export function ConversationHead(props: ConversationHeadProps) {
  const { conversation, onNew, onList, onRename, onDelete } = props;
  const { t } = useTranslation('chat');
  const [renaming, setRenaming] = useState<string>();
  const finish = (title: string | undefined) => {
    setRenaming(undefined);
    if (title !== undefined && title.trim() !== '') onRename(title);
  };
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 56,
        paddingInline: pagePadding,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Tooltip title={t('list.open')} describeChild={false}>
        <IconButton
          aria-label={t('list.open')}
          aria-haspopup="dialog"
          onClick={onList}
          sx={{ display: { lg: 'none' }, marginInlineStart: -1 }}
        >
          <MessagesSquare size={20} />
        </IconButton>
      </Tooltip>
      {renaming === undefined ? (
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 0 }}>
          <OneLine title={conversation?.title}>{conversation?.title ?? t('new')}</OneLine>
        </Typography>
      ) : (
        <OutlinedInput
          size="small"
          value={renaming}
          autoFocus
          onChange={(event) => setRenaming(event.target.value)}
          onBlur={() => finish(renaming)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') finish(renaming);
            if (event.key !== 'Escape') return;
            event.preventDefault();
            finish(undefined);
          }}
          inputProps={{ 'aria-label': t('menu.name'), dir: 'auto', maxLength: 200 }}
          sx={{ flex: 1 }}
        />
      )}
      {conversation === undefined ? null : (
        <>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <Cost conversation={conversation} />
          </Box>
          <Button
            size="small"
            variant="outlined"
            startIcon={<SquarePen size={16} />}
            onClick={onNew}
            sx={{ display: { lg: 'none' } }}
          >
            {t('newShort')}
          </Button>
          <ConversationMenu
            conversation={conversation}
            onRename={() => setRenaming(conversation.title)}
            onDelete={onDelete}
          />
        </>
      )}
    </Box>
  );
}
