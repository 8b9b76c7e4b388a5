import Check from 'virtual:lucide/check';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useCopy } from './use-copy.ts';

type CopyMenuProps = { label: string; icon: ReactNode; options: readonly { label: string; text: string }[] };

/** Copies one of several forms of a thing. */
export function CopyMenu({ label, icon, options }: CopyMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { copied, status, copy } = useCopy();
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={status || label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {copied ? <Check size={18} /> : icon}
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {options.map((option) => (
          <MenuItem
            key={option.label}
            onClick={() => {
              close();
              void copy(option.text);
            }}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </>
  );
}
