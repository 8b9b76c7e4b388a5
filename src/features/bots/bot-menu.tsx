import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Archive from 'lucide-react/icons/archive';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import History from 'lucide-react/icons/history';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Bot } from '#contract/bots.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { useHistoryPath } from '#src/history/use-history-path.ts';
import { stateOf } from './state-of.ts';

type BotMenuProps = { bot: Bot; onArchive: () => void; onDelete: () => void };

/** What ends a bot, out of the way of what is done every day. */
export function BotMenu({ bot, onArchive, onDelete }: BotMenuProps) {
  const { t } = useTranslation(['bots', 'terms']);
  const path = useHistoryPath({ kind: 'bot', subject: bot.id });
  // Each bot tells its own changes, to those who go on with it.
  const history = useConnection().bot === String(bot.id) ? path : undefined;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const then = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('action.more', { name: bot.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {stateOf(bot) === 'active' ? (
          <MenuItem onClick={then(onArchive)}>
            <ListItemIcon>
              <Archive size={18} />
            </ListItemIcon>
            {t('action.archive')}
          </MenuItem>
        ) : null}
        {history === undefined ? null : (
          <MenuItem component={Link} to={history} onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <History size={18} />
            </ListItemIcon>
            {t('terms:history')}
          </MenuItem>
        )}
        <MenuItem onClick={then(onDelete)} sx={{ color: 'brick.ink' }}>
          <ListItemIcon sx={{ color: 'inherit' }}>
            <Trash2 size={18} />
          </ListItemIcon>
          {t('action.delete')}
        </MenuItem>
      </Menu>
    </>
  );
}
