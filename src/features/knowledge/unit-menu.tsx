import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import BookOpen from 'lucide-react/icons/book-open';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import ListX from 'lucide-react/icons/list-x';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAllowed } from '#src/api/use-role.ts';
import { paths } from '#src/paths.ts';
import type { UnitActions } from './use-unit-actions.ts';
import type { UnitRow } from './unit-row.ts';

/** What can be done with one unit. */
export function UnitMenu({ row, actions }: { row: UnitRow; actions: UnitActions }) {
  const { t } = useTranslation('knowledge');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const mayAsk = useAllowed('answer');
  const close = () => setAnchor(null);
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const items = [
    { name: 'open', Icon: BookOpen, to: paths.unit(row.id) },
    // A unit whose status has no known meaning may well answer: asking it is the proof.
    ...(mayAsk && (row.status === 'ready' || typeof row.status === 'number')
      ? [
          {
            name: 'ask',
            Icon: MessageCircleQuestionMark,
            to: paths.playground({ index: [row.title] }),
          } as const,
        ]
      : []),
  ] as const;
  const { reindex, remove, forget } = actions;
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('actionsFor', { title: row.title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={18} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {items.map(({ name, Icon, to }) => (
          <MenuItem key={name} component={Link} to={to} onClick={close}>
            <ListItemIcon>
              <Icon size={18} />
            </ListItemIcon>
            {t(`action.${name}`)}
          </MenuItem>
        ))}
        {reindex === undefined ? null : (
          <MenuItem onClick={then(() => reindex([row]))}>
            <ListItemIcon>
              <RotateCw size={18} />
            </ListItemIcon>
            {t('action.reindex')}
          </MenuItem>
        )}
        {forget === undefined ? null : (
          <MenuItem onClick={then(() => forget(row))}>
            <ListItemIcon>
              <ListX size={18} />
            </ListItemIcon>
            {t('action.forget')}
          </MenuItem>
        )}
        {remove === undefined ? null : (
          <MenuItem onClick={then(() => remove([row]))} sx={{ color: 'brick.ink' }}>
            <ListItemIcon sx={{ color: 'inherit' }}>
              <Trash2 size={18} />
            </ListItemIcon>
            {t('action.delete')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
