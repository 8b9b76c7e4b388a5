import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHistoryPath } from '#src/history/use-history-path.ts';

type UnitMenuProps = {
  id: number;
  /** Whether the key may change units; else only their history is left. */
  mayCurate: boolean;
  busy: boolean;
  onReindex: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done to a unit. */
export function UnitMenu({ id, mayCurate, busy, onReindex, onEdit, onDelete }: UnitMenuProps) {
  const { t } = useTranslation(['unit', 'terms']);
  const history = useHistoryPath({ kind: 'unit', subject: id });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  if (!mayCurate && history === undefined) return null;
  return (
    <>
      {mayCurate ? (
        <Button variant="outlined" startIcon={<RotateCw size={18} />} loading={busy} onClick={onReindex}>
          {t('action.reindex')}
        </Button>
      ) : null}
      <IconButton
        aria-label={t('action.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ border: 1, borderColor: 'line.strong' }}
      >
        <EllipsisVertical size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {mayCurate ? (
          <MenuItem sx={{ gap: 1.5 }} onClick={choose(onEdit)}>
            <Pencil size={18} />
            {t('action.edit')}
          </MenuItem>
        ) : null}
        {history === undefined ? null : (
          <MenuItem component={Link} to={history} sx={{ gap: 1.5 }} onClick={() => setAnchor(null)}>
            <History size={18} />
            {t('terms:history')}
          </MenuItem>
        )}
        {mayCurate ? (
          <MenuItem sx={{ gap: 1.5, color: 'error.main' }} onClick={choose(onDelete)}>
            <Trash2 size={18} />
            {t('action.delete')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  );
}
