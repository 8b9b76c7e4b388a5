import Box from '@mui/material/Box';

/** The name of a key, on wide screens only. */
export function KeyboardKey({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      dir="ltr"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'inline-block' },
        fontFamily: 'inherit',
        typography: 'caption',
        color: 'text.tertiary',
        paddingInline: 0.75,
        border: 1,
        borderColor: 'line.firm',
        borderRadius: '4px',
      }}
    >
      {children}
    </Box>
  );
}
