import Search from 'virtual:lucide/search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

// The dialog and its list are fetched when they are first asked for.
const PaletteDialog = lazy(async () => ({
  default: (await import('./command-palette-dialog.tsx')).CommandPaletteDialog,
}));

const fieldStyle = {
  display: { xs: 'none', lg: 'flex' },
  width: 360,
  height: 36,
  gap: 1.25,
  paddingInline: 1.5,
  justifyContent: 'flex-start',
  border: 1,
  borderColor: 'line.strong',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.tertiary',
  typography: 'body2',
} as const;

const keysStyle = {
  paddingInline: 0.75,
  border: 1,
  borderColor: 'line.firm',
  borderRadius: '4px',
  typography: 'caption',
} as const;

/** Ctrl K (⌘ K): go to a page or a unit, run an action, or ask. */
export function CommandPalette() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  // Each opening is a dialog of its own: the query of the one before may still be fading out.
  const [opened, setOpened] = useState(0);
  const show = () => {
    setOpened((times) => times + 1);
    setOpen(true);
  };
  const toggle = useEffectEvent(() => (open ? setOpen(false) : show()));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // `code`, as on an Arabic layout the key's own letter is ن.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ButtonBase onClick={show} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" sx={fieldStyle}>
        <Search size={16} />
        <Box component="span" sx={{ flex: 1, textAlign: 'start' }}>
          {t('search')}
        </Box>
        <Box component="kbd" dir="ltr" sx={keysStyle}>
          {t('searchKeys')}
        </Box>
      </ButtonBase>
      <Box sx={{ flex: 1 }} />
      <IconButton
        onClick={show}
        aria-label={t('search')}
        aria-haspopup="dialog"
        sx={{ display: { xs: 'inline-flex', lg: 'none' } }}
      >
        <Search size={20} />
      </IconButton>
      {opened === 0 ? null : (
        <Suspense>
          <PaletteDialog key={opened} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
