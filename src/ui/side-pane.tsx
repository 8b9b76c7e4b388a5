import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type SidePaneProps = {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Whether it is open where it stands below the page: on narrow screens. */
  open: boolean;
  /** Label of the toggle button on narrow screens; absent: no button. */
  toggleLabel?: string | undefined;
  onToggle: (open: boolean) => void;
  children: ReactNode;
};

/** A pane at the end side of the page that scrolls by itself; on narrow screens it is a part below. */
export function SidePane({ title, aside, open, toggleLabel, onToggle, children }: SidePaneProps) {
  const headingId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        borderInlineStart: { xs: 0, lg: 1 },
        borderBlockStart: { xs: 1, lg: 0 },
        borderColor: { xs: 'line.firm', lg: 'line.firm' },
        bgcolor: 'background.paper',
        position: { lg: 'sticky' },
        top: { lg: 56 },
        height: { lg: 'calc(100dvh - 56px)' },
        overflowY: { lg: 'auto' },
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          position: { lg: 'sticky' },
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 56,
          paddingInline: { xs: 2, md: 3 },
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          bgcolor: 'background.paper',
        }}
      >
        <Typography id={headingId} variant="h3" component="h2" sx={aside === undefined ? { flex: 1 } : {}}>
          {title}
        </Typography>
        {aside}
        {toggleLabel === undefined ? null : (
          <IconButton
            size="small"
            aria-label={toggleLabel}
            aria-expanded={open}
            onClick={() => onToggle(!open)}
            sx={{ display: { lg: 'none' } }}
          >
            {open ? <ChevronUp size={20} /> : <ChevronDown size={20} />}
          </IconButton>
        )}
      </Box>
      {children}
    </Box>
  );
}

type SplitPageProps = {
  /** As the pane's track in a grid template. */
  paneWidth?: string;
  pane?: ReactNode;
  /** At the start side of very wide screens, last on others. */
  start?: ReactNode;
  children: ReactNode;
};

/** From here on there is room for three columns beside the rail. */
const THREE_COLUMNS = '@media (min-width: 1400px)';

/** A page with a side pane: side by side on wide screens, one below the other else. */
export function SplitPage({ paneWidth = '', pane, start, children }: SplitPageProps) {
  const hasStart = start !== undefined;
  const hasPane = pane !== undefined;
  const paneTrack = hasPane ? 'minmax(360px, 32%)' : '';
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          lg: `minmax(0, 1fr) ${hasPane ? paneWidth : ''}`,
        },
        gridTemplateRows: { lg: hasStart ? 'auto 1fr' : undefined },
        alignItems: 'start',
        alignContent: 'start',
        ...(hasStart
          ? { [THREE_COLUMNS]: { gridTemplateColumns: `256px minmax(0, 1fr) ${paneTrack}` } }
          : {}),
      }}
    >
      <Box sx={{ minWidth: 0, [THREE_COLUMNS]: { gridColumn: hasStart ? 2 : undefined } }}>{children}</Box>
      {hasPane ? (
        <Box
          sx={{
            minWidth: 0,
            gridColumn: { lg: 2 },
            gridRow: { lg: hasStart ? '1 / span 2' : undefined },
            [THREE_COLUMNS]: { gridColumn: hasStart ? 3 : 2 },
          }}
        >
          {pane}
        </Box>
      ) : null}
      {hasStart ? (
        <Box
          sx={{
            minWidth: 0,
            gridColumn: { lg: 1 },
            borderBlockStart: 1,
            borderColor: 'line.firm',
            [THREE_COLUMNS]: {
              gridColumn: 1,
              gridRow: '1 / span 2',
              position: 'sticky',
              top: 56,
              height: 'calc(100dvh - 56px)',
              overflowY: 'auto',
              borderBlockStart: 0,
              borderInlineEnd: 1,
              borderColor: 'line.firm',
            },
          }}
        >
          {start}
        </Box>
      ) : null}
    </Box>
  );
}
