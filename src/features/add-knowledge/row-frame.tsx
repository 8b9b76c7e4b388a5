import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

type RowFrameProps = {
  icon: ReactNode;
  /** Title over file name. */
  identity: ReactNode;
  status: ReactNode;
  /** Progress, problem or description. */
  detail: ReactNode;
  /** The problem's own action. */
  action?: ReactNode;
  remove?: ReactNode;
  failed?: boolean;
};

/** One line of the list: four columns on wide screens, one under the other on phones. */
export function RowFrame({ icon, identity, status, detail, action, remove, failed = false }: RowFrameProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: '24px minmax(0, 1fr) 40px',
          md: '24px minmax(0, 1.4fr) minmax(150px, 0.6fr) minmax(0, 1.6fr) 40px',
        },
        gridTemplateAreas: {
          xs: '"icon identity remove" ". status status" ". detail detail"',
          md: '"icon identity status detail remove"',
        },
        alignItems: 'center',
        columnGap: { xs: 1.5, md: 2 },
        rowGap: 0.5,
        minHeight: 64,
        paddingBlock: 1,
        paddingInline: 1.5,
        marginInline: { xs: 0, md: -1.5 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: failed ? 'brick.wash' : undefined,
      }}
    >
      <Box sx={{ gridArea: 'icon', display: 'flex', color: 'text.secondary' }}>{icon}</Box>
      <Box sx={{ gridArea: 'identity', minWidth: 0 }}>{identity}</Box>
      <Box sx={{ gridArea: 'status', minWidth: 0 }}>{status}</Box>
      <Box
        sx={{
          gridArea: 'detail',
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          gap: 1.5,
        }}
      >
        <Box sx={{ flex: 1, minWidth: { xs: 'min(100%, 200px)', md: 0 }, typography: 'body2' }}>{detail}</Box>
        {action}
      </Box>
      <Box sx={{ gridArea: 'remove', display: 'flex', justifyContent: 'flex-end' }}>{remove}</Box>
    </Box>
  );
}
