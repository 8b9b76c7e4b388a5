import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { useStatusNames } from '#src/api/hooks/use-status-names.ts';

type NameStatusButtonProps = {
  /** A status number without a name. */
  number: number;
  onNamed?: (() => void) | undefined;
};

/** Assigns a word to a status number of this gateway, for all its units. */
export function NameStatusButton({ number, onNamed }: NameStatusButtonProps) {
  const { t } = useTranslation('statuses');
  const { setName } = useStatusNames();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        aria-label={t('nameNumber', { action: t('name'), number })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, minHeight: 24, paddingBlock: 0, paddingInline: 0.75, typography: 'caption' }}
      >
        {t('name')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-label': t('meaning', { number }) } }}
      >
        {STATUS_WORDS.map((word) => (
          <MenuItem
            key={word}
            onClick={() => {
              close();
              setName(number, word);
              onNamed?.();
            }}
          >
            {t(word)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
