import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A form that opened in the page, set apart from the list below it. */
export function FormPanel({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'line.firm',
        borderRadius: 1,
        bgcolor: 'background.paper',
        paddingInline: { xs: 2, md: 2.5 },
      }}
    >
      {children}
    </Box>
  );
}
