import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Style } from './chat-settings.ts';
import { STYLES } from './chat-settings.ts';

type StyleMenuProps = { style: Style; onChange: (style: Style) => void };

/** How the bot shall write: each style by its name and what it does. */
export function StyleMenu({ style, onChange }: StyleMenuProps) {
  const { t } = useTranslation('chat');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="secondary"
        endIcon={<ChevronDown size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontWeight: 400 }}
      >
        {t('style.chosen', { style: t(`style.name.${style}`) })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('style.label') } }}
      >
        {STYLES.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === style}
            selected={one === style}
            onClick={() => {
              setAnchor(null);
              onChange(one);
            }}
          >
            <Box sx={{ maxWidth: 360, whiteSpace: 'normal' }}>
              <Box sx={{ fontWeight: one === style ? 600 : 400 }}>{t(`style.name.${one}`)}</Box>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`style.does.${one}`)}
              </Typography>
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
