import User from 'virtual:lucide/user';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from './use-people.ts';

type OwnerMenuProps = {
  label: string;
  variant: 'outlined' | 'text';
  /** The owner now; undefined for several units. */
  value?: string | null | undefined;
  busy: boolean;
  /** Null: nobody. */
  onChoose: (personId: string | null) => void;
};

/** A button that gives units to a person of the bot, or to nobody. */
export function OwnerMenu({ label, variant, value, busy, onChoose }: OwnerMenuProps) {
  const { t } = useTranslation('terms');
  const people = usePeople();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        startIcon={<User size={16} />}
        // A disabled button would not get the focus back from the menu.
        aria-disabled={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => busy || setAnchor(event.currentTarget)}
        // The icon stands where the lines around it begin.
        sx={variant === 'text' ? { marginInlineStart: -1.5 } : {}}
      >
        <bdi>{label}</bdi>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[{ id: null, name: t('owner.nobody') }, ...people].map(({ id, name }) => (
          <MenuItem
            key={id}
            selected={id === value}
            onClick={() => {
              setAnchor(null);
              onChoose(id);
            }}
          >
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
