import EllipsisVertical from 'virtual:lucide/ellipsis-vertical';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { SxProps, Theme } from '@mui/material/styles';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';

type MenuAction = {
  label: string;
  icon: ReactNode;
  /** A destructive action comes last and is shown in red. */
  destructive?: boolean;
  /** A line above it. */
  divided?: boolean;
} & (
  | { to: string }
  | {
      onSelect: () => void;
      /** For a form or dialog: it opens once the menu has closed and given the focus back. */
      takesFocus?: true;
    }
);

type ActionMenuProps = {
  /** Of the button. */
  id?: string;
  label: string;
  /** What does not apply is left out by undefined or false. */
  actions: readonly (MenuAction | undefined | false)[];
  size?: 'small' | 'medium';
  sx?: SxProps<Theme>;
};

/** The item of an action, behind its line; a menu takes items alone, no components that render some. */
function menuItems(action: MenuAction, choose: (action: MenuAction) => void): ReactNode[] {
  const { label, icon, destructive = false, divided = false } = action;
  const link = 'to' in action ? { component: Link, to: action.to } : {};
  return [
    ...(divided ? [<Divider key={`before ${label}`} component="li" />] : []),
    <MenuItem
      key={label}
      {...link}
      onClick={() => choose(action)}
      sx={destructive && !('to' in action) ? { color: 'brick.ink' } : {}}
    >
      <ListItemIcon sx={destructive ? { color: 'inherit' } : {}}>{icon}</ListItemIcon>
      {label}
    </MenuItem>,
  ];
}

/** What can be done with a thing, out of the way of what is done every day. */
export function ActionMenu({ id, label, actions, size = 'small', sx = [] }: ActionMenuProps) {
  const afterExit = useRef<() => void>(undefined);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const choose = (action: MenuAction) => {
    close();
    if ('to' in action) return;
    if (action.takesFocus) afterExit.current = action.onSelect;
    else action.onSelect();
  };
  return (
    <>
      <IconButton
        id={id}
        size={size}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={sx}
      >
        <EllipsisVertical size={size === 'small' ? 18 : 20} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{
          transition: {
            onExited: () => {
              afterExit.current?.();
              afterExit.current = undefined;
            },
          },
        }}
      >
        {actions.flatMap((action) => (action ? menuItems(action, choose) : []))}
      </Menu>
    </>
  );
}
