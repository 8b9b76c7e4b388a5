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

function ItemContent({ label, icon, destructive = false }: MenuAction) {
  return (
    <>
      <ListItemIcon sx={destructive ? { color: 'inherit' } : {}}>{icon}</ListItemIcon>
      {label}
    </>
  );
}

/** What can be done with a thing, out of the way of what is done every day. */
export function ActionMenu({ id, label, actions, size = 'small', sx = [] }: ActionMenuProps) {
  const afterExit = useRef<() => void>(undefined);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
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
        {actions.flatMap((action) => {
          if (!action) return [];
          const { label: name, destructive = false, divided = false } = action;
          const content = <ItemContent {...action} />;
          return [
            ...(divided ? [<Divider key={`before ${name}`} component="li" />] : []),
            'to' in action ? (
              <MenuItem key={name} component={Link} to={action.to} onClick={close}>
                {content}
              </MenuItem>
            ) : (
              <MenuItem
                key={name}
                onClick={() => {
                  close();
                  if (action.takesFocus) afterExit.current = action.onSelect;
                  else action.onSelect();
                }}
                sx={destructive ? { color: 'brick.ink' } : {}}
              >
                {content}
              </MenuItem>
            ),
          ];
        })}
      </Menu>
    </>
  );
}
