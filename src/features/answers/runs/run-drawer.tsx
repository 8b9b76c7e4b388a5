import PanelLeft from 'virtual:lucide/panel-left';
import X from 'virtual:lucide/x';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { RunList } from './run-list.tsx';

/** On small screens, a button that opens the list of runs beside the page; it closes where a link in it leads on. */
export function RunDrawer({ currentId }: { currentId: string | undefined }) {
  const { t } = useTranslation('playground');
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="secondary"
        aria-haspopup="dialog"
        startIcon={<PanelLeft size={16} />}
        onClick={() => setOpenedAt(key)}
      >
        {t('runs.title')}
      </Button>
      <Drawer
        anchor="left"
        open={openedAt === key}
        onClose={close}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': t('runs.title'),
            sx: { width: 'min(320px, 88vw)' },
          },
        }}
      >
        <IconButton
          aria-label={t('runs.close')}
          onClick={close}
          sx={{ alignSelf: 'end', marginBlockEnd: -1, flexShrink: 0 }}
        >
          <X size={20} />
        </IconButton>
        <RunList currentId={currentId} />
      </Drawer>
    </>
  );
}
