import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';

type MonoTextProps = {
  children: string;
  /** Cut with an ellipsis when the line is too narrow; the whole text stays as the tooltip. */
  truncate?: boolean;
  sx?: SxProps<Theme>;
};

/** File names, URLs, ids: always left to right, in either language. */
export function MonoText({ children, truncate = false, sx }: MonoTextProps) {
  return (
    <Box
      component="bdi"
      dir="ltr"
      title={truncate ? children : undefined}
      sx={[
        { typography: 'mono', overflowWrap: 'anywhere' },
        truncate && {
          display: 'inline-block',
          maxWidth: '100%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          verticalAlign: 'bottom',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  );
}
