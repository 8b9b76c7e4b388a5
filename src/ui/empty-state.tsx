import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** Purpose of the place, and the first step. */
  children?: ReactNode;
  /** A Lucide icon. */
  icon?: ReactNode;
  /** One or more buttons. */
  actions?: ReactNode;
  /** The heading's level within the page. */
  level?: 'h2' | 'h3';
};

/** Empty state of a list or page, with the next step. */
export function EmptyState({ title, children, icon, actions, level = 'h2' }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1, paddingBlock: 5, maxWidth: 560 }}>
      {icon === undefined ? null : (
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 48,
            height: 48,
            borderRadius: 1,
            marginBlockEnd: 1,
            bgcolor: 'teal.wash',
            color: 'teal.ink',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h2" component={level}>
        {title}
      </Typography>
      {children === undefined ? null : (
        <Typography component="div" sx={{ color: 'text.secondary' }}>
          {children}
        </Typography>
      )}
      {actions === undefined ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2 }}>{actions}</Box>
      )}
    </Box>
  );
}
