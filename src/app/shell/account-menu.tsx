import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LogOut from 'lucide-react/icons/log-out';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellState } from '../shell-state.ts';

/** Signing out; absent while there is nothing to sign out of. */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const { signOut } = useShellState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  if (signOut === undefined) return null;
  const open = anchor !== null;
  return (
    <>
      <Tooltip title={t('account')} describeChild={false}>
        <IconButton
          aria-label={t('account')}
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={open ? menuId : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <CircleUserRound size={20} />
        </IconButton>
      </Tooltip>
      <Menu id={menuId} anchorEl={anchor} open={open} onClose={() => setAnchor(null)}>
        <MenuItem
          sx={{ gap: 1.5 }}
          onClick={() => {
            setAnchor(null);
            void signOut();
          }}
        >
          <LogOut size={18} />
          {t('signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}
