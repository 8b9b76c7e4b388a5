import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import ChevronRight from 'virtual:lucide/chevron-right';
import { type ComponentType, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { SmallText } from './small-text.tsx';

type SettingsLinkProps = {
  to: string;
  Icon: ComponentType<{ size?: number }>;
  title: string;
  /** What the page is for. */
  text: string;
  /** How it is set now. */
  status?: ReactNode;
};

/** A page of settings, as a row of a list. */
export function SettingsLink({ to, Icon, title, text, status }: SettingsLinkProps) {
  const id = useId();
  return (
    <Box component="li" sx={{ '& + &': { borderBlockStart: 1, borderColor: 'line.soft' } }}>
      <ListItemButton
        component={Link}
        to={to}
        aria-label={title}
        aria-describedby={id}
        sx={{ gap: 2, paddingInline: 1, paddingBlock: 1.5, borderRadius: 1, alignItems: 'flex-start' }}
      >
        <Box component="span" sx={{ display: 'flex', paddingBlockStart: '2px', color: 'text.tertiary' }}>
          <Icon size={20} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
          <div id={id}>
            <SmallText tone="secondary">{text}</SmallText>
            {status === undefined ? null : <SmallText>{status}</SmallText>}
          </div>
        </Box>
        <Box component="span" sx={{ display: 'flex', alignSelf: 'center', color: 'text.tertiary' }}>
          <ChevronRight size={18} />
        </Box>
      </ListItemButton>
    </Box>
  );
}
