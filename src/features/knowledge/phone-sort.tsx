import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitSort } from '#contract/knowledge.ts';
import { UNIT_SORTS } from '#contract/knowledge.ts';

/** The order of units, where there is no room for column heads. */
export function PhoneSort({ value, onChange }: { value: UnitSort; onChange: (sort: UnitSort) => void }) {
  const { t } = useTranslation('knowledge');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('sortBy')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 44, height: 44, border: 1, borderColor: 'line.strong', bgcolor: 'background.paper' }}
      >
        <SlidersHorizontal size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {UNIT_SORTS.map((sort) => (
          <MenuItem
            key={sort}
            selected={sort === value}
            onClick={() => {
              setAnchor(null);
              onChange(sort);
            }}
          >
            {t(`sort.${sort}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
