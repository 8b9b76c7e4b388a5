import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

type IconActionProps = Omit<IconButtonProps, 'aria-label'> & { label: string };

/** An icon button; `label` is its accessible name and tooltip. */
export function IconAction({ label, size = 'small', ...props }: IconActionProps) {
  const button = <IconButton aria-label={label} size={size} {...props} />;
  return (
    <Tooltip title={label} describeChild={false}>
      {/* A disabled button hears no pointer: its wrapper does. */}
      {props.disabled === undefined ? button : <span>{button}</span>}
    </Tooltip>
  );
}

/** An icon that leads to a page; `label` is its accessible name and tooltip. */
export function IconLink({ label, to, children }: { label: string; to: To; children: ReactNode }) {
  return (
    <Tooltip title={label} describeChild={false}>
      <IconButton component={Link} to={to} aria-label={label} size="small">
        {children}
      </IconButton>
    </Tooltip>
  );
}
