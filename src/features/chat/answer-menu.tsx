import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Terminal from 'lucide-react/icons/terminal';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

type AnswerMenuProps = { curl: () => string; onDelete: () => void };

/** What is seldom done with an answer. */
export function AnswerMenu({ curl, onDelete }: AnswerMenuProps) {
  const { t } = useTranslation(['chat', 'common']);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { words, copy } = useCopy();
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('answer.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} />
      </IconButton>
      <Typography variant="body2" component="span" role="status" sx={{ color: 'text.tertiary' }}>
        {words}
      </Typography>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          sx={{ gap: 1.5 }}
          onClick={() => {
            setAnchor(null);
            void copy(curl());
          }}
        >
          <Terminal size={18} />
          {t('answer.copyRequest')}
        </MenuItem>
        <MenuItem
          sx={{ gap: 1.5, color: 'error.main' }}
          onClick={() => {
            setAnchor(null);
            onDelete();
          }}
        >
          <Trash2 size={18} />
          {t('answer.delete')}
        </MenuItem>
      </Menu>
    </>
  );
}
