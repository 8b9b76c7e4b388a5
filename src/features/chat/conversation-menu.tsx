import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#src/components/save-file.ts';
import type { Conversation } from './conversation.ts';
import { useCopy } from './use-copy.ts';
import type { ExportFormat } from './write-out.ts';
import { EXPORT_FORMATS, fileNameOf, writeJson, writeMarkdown } from './write-out.ts';

type ConversationMenuProps = {
  conversation: Conversation;
  onRename: () => void;
  onDelete: () => void;
};

const MEDIA: Record<ExportFormat, string> = { markdown: 'text/markdown', json: 'application/json' };

/** What can be done with a conversation as a whole. */
export function ConversationMenu({ conversation, onRename, onDelete }: ConversationMenuProps) {
  const { t } = useTranslation('chat');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [renaming, setRenaming] = useState(false);
  const { words, copy } = useCopy();
  const speakers = { person: t('speaker.person'), bot: t('speaker.bot') };
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  const save = (format: ExportFormat) => {
    const text = format === 'json' ? writeJson(conversation) : writeMarkdown(conversation, speakers);
    saveFile(new Blob([text], { type: `${MEDIA[format]};charset=utf-8` }), fileNameOf(conversation, format));
  };
  return (
    <>
      <Typography variant="body2" component="span" role="status" sx={{ color: 'text.tertiary' }}>
        {words}
      </Typography>
      <IconButton
        aria-label={t('menu.label')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={20} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{
          transition: {
            // The menu gives the focus back before the field can have it.
            onExited: () => {
              if (renaming) onRename();
              setRenaming(false);
            },
          },
        }}
      >
        <MenuItem sx={{ gap: 1.5 }} onClick={choose(() => setRenaming(true))}>
          <Pencil size={18} />
          {t('menu.rename')}
        </MenuItem>
        <MenuItem sx={{ gap: 1.5 }} onClick={choose(() => void copy(writeMarkdown(conversation, speakers)))}>
          <Copy size={18} />
          {t('menu.copy')}
        </MenuItem>
        {EXPORT_FORMATS.map((format) => (
          <MenuItem key={format} sx={{ gap: 1.5 }} onClick={choose(() => save(format))}>
            <Download size={18} />
            {t(`menu.export.${format}`)}
          </MenuItem>
        ))}
        <Divider component="li" />
        <MenuItem sx={{ gap: 1.5, color: 'error.main' }} onClick={choose(onDelete)}>
          <Trash2 size={18} />
          {t('menu.delete')}
        </MenuItem>
      </Menu>
    </>
  );
}
