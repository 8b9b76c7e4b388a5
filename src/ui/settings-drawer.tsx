import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type SettingsDrawerProps = {
  open: boolean;
  title: string;
  closeLabel: string;
  resetLabel: string;
  /** Whether any setting differs from its default. */
  changed: boolean;
  onReset: () => void;
  onClose: () => void;
  /** Below the reset button. */
  footer?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** Settings of a request, at the end side of the page. */
export function SettingsDrawer(props: SettingsDrawerProps) {
  const { open, title, closeLabel, resetLabel, changed, onReset, onClose, footer, children } = props;
  const headingId = useId();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': headingId,
          role: 'dialog',
          'aria-modal': true,
          sx: { width: 'min(420px, 100vw)' },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          padding: 2,
          paddingInlineStart: 3,
          borderBlockEnd: 1,
          borderColor: 'line.soft',
        }}
      >
        <Typography id={headingId} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label={closeLabel} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 3, padding: 3, overflowY: 'auto' }}>
        {children}
        <Button variant="outlined" disabled={!changed} onClick={onReset} sx={{ justifySelf: 'start' }}>
          {resetLabel}
        </Button>
        {footer}
      </Box>
    </Drawer>
  );
}
