import Copy from 'virtual:lucide/copy';
import Download from 'virtual:lucide/download';
import MessagesSquare from 'virtual:lucide/messages-square';
import Pencil from 'virtual:lucide/pencil';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { IconAction } from '#src/ui/icon-action.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { useCopy } from '#src/ui/use-copy.ts';
import { type Conversation, tokensUsed } from './conversation.ts';
import {
  conversationToJson,
  conversationToMarkdown,
  EXPORT_FORMATS,
  type ExportFormat,
  exportFileName,
} from './export-conversation.ts';
import { NewConversationButton } from './new-conversation-button.tsx';

type ConversationMenuProps = {
  conversation: Conversation;
  onRename: () => void;
  onDelete: () => void;
};

const MEDIA_TYPES: Record<ExportFormat, string> = { markdown: 'text/markdown', json: 'application/json' };

/** What can be done with a conversation as a whole. */
function ConversationMenu({ conversation, onRename, onDelete }: ConversationMenuProps) {
  const { t } = useTranslation('chat');
  const { status: copyStatus, copy } = useCopy();
  const speakerNames = { person: t('speaker.person'), bot: t('speaker.bot') };
  const exportAs = (format: ExportFormat) => {
    const text =
      format === 'json'
        ? conversationToJson(conversation)
        : conversationToMarkdown(conversation, speakerNames);
    downloadFile(
      new Blob([text], { type: `${MEDIA_TYPES[format]};charset=utf-8` }),
      exportFileName(conversation, format),
    );
  };
  return (
    <>
      <Typography variant="body2" component="span" role="status" sx={{ color: 'text.tertiary' }}>
        {copyStatus}
      </Typography>
      <ActionMenu
        label={t('menu.label')}
        size="medium"
        actions={[
          { label: t('menu.rename'), icon: <Pencil size={18} />, onSelect: onRename, takesFocus: true },
          {
            label: t('menu.copy'),
            icon: <Copy size={18} />,
            onSelect: () => void copy(conversationToMarkdown(conversation, speakerNames)),
          },
          ...EXPORT_FORMATS.map((format) => ({
            label: t(`menu.export.${format}`),
            icon: <Download size={18} />,
            onSelect: () => exportAs(format),
          })),
          {
            label: t('menu.delete'),
            icon: <Trash2 size={18} />,
            destructive: true,
            divided: true,
            onSelect: onDelete,
          },
        ]}
      />
    </>
  );
}

type ConversationHeaderProps = {
  conversation: Conversation | undefined;
  onNew: () => void;
  onList: () => void;
  onRename: (title: string) => void;
  onDelete: () => void;
};

function ConversationCost({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation(['chat', 'spending']);
  const { tokens, estimated } = tokensUsed(conversation);
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

type TitleFieldProps = {
  title: string;
  onChange: (title: string) => void;
  /** Without a title: the old one stays. */
  onFinish: (title: string | undefined) => void;
};

function TitleField({ title, onChange, onFinish }: TitleFieldProps) {
  const { t } = useTranslation('chat');
  return (
    <OutlinedInput
      size="small"
      value={title}
      autoFocus
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onFinish(title)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') onFinish(title);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onFinish(undefined);
      }}
      inputProps={{ 'aria-label': t('menu.name'), dir: 'auto', maxLength: 200 }}
      sx={{ flex: 1 }}
    />
  );
}

/** Title, cost and actions of the conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, onNew, onList, onRename, onDelete } = props;
  const { t } = useTranslation('chat');
  const [draftTitle, setDraftTitle] = useState<string>();
  const finishRename = (title: string | undefined) => {
    setDraftTitle(undefined);
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
      <IconAction
        label={t('list.open')}
        size="medium"
        aria-haspopup="dialog"
        onClick={onList}
        sx={{ display: { lg: 'none' }, marginInlineStart: -1 }}
      >
        <MessagesSquare size={20} />
      </IconAction>
      {draftTitle === undefined ? (
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 0 }}>
          <TruncatedText title={conversation?.title}>{conversation?.title ?? t('new')}</TruncatedText>
        </Typography>
      ) : (
        <TitleField title={draftTitle} onChange={setDraftTitle} onFinish={finishRename} />
      )}
      {conversation === undefined ? null : (
        <>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <ConversationCost conversation={conversation} />
          </Box>
          <NewConversationButton onClick={onNew} sx={{ display: { lg: 'none' } }} />
          <ConversationMenu
            conversation={conversation}
            onRename={() => setDraftTitle(conversation.title)}
            onDelete={onDelete}
          />
        </>
      )}
    </Box>
  );
}
