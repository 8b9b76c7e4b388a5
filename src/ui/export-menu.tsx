import Download from 'virtual:lucide/download';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { BusyButton } from './busy-button.tsx';

type ExportMenuProps<Format extends string> = {
  label: string;
  formats: readonly Format[];
  labelFor: (format: Format) => string;
  busy: boolean;
  onSelect: (format: Format) => void;
};

/** A button to download a list as a file, in a choice of formats. */
export function ExportMenu<Format extends string>(props: ExportMenuProps<Format>) {
  const { label, formats, labelFor, busy, onSelect } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <BusyButton
        ref={button}
        variant="outlined"
        startIcon={<Download size={18} />}
        aria-haspopup="menu"
        aria-expanded={open}
        busy={busy}
        onClick={() => setOpen(true)}
      >
        {label}
      </BusyButton>
      <Menu open={open} anchorEl={() => button.current} onClose={() => setOpen(false)}>
        {formats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setOpen(false);
              onSelect(format);
            }}
          >
            {labelFor(format)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
