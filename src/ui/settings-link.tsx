import ChevronRight from 'virtual:lucide/chevron-right';
import Box from '@mui/material/Box';
import type { ComponentType, ReactNode } from 'react';
import { TextLink } from './link-button.tsx';
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

/** A page of settings, as a row of a list: its title is the link, and the whole row leads there. */
export function SettingsLink({ to, Icon, title, text, status }: SettingsLinkProps) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 2,
        paddingInline: 1,
        paddingBlock: 1.5,
        '& + &': { borderBlockStart: 1, borderColor: 'line.soft' },
        '&:hover': { bgcolor: 'background.hover' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', paddingBlockStart: '2px', color: 'text.tertiary' }}>
        <Icon size={20} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextLink
          to={to}
          underline="none"
          sx={{
            color: 'text.primary',
            fontWeight: 600,
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {title}
        </TextLink>
        <SmallText tone="secondary">{text}</SmallText>
        {status === undefined ? null : <SmallText>{status}</SmallText>}
      </Box>
      <Box component="span" sx={{ display: 'flex', alignSelf: 'center', color: 'text.tertiary' }}>
        <ChevronRight size={18} />
      </Box>
    </Box>
  );
}
