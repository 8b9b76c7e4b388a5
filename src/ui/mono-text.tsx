import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';

type MonoTextProps = {
  children: string;
  /** Cut with an ellipsis when the line is too narrow; the whole text stays as the tooltip. */
  truncate?: boolean;
  sx?: SxProps<Theme>;
};

const beginsInArabic = /^[^\p{L}]*\p{Script=Arabic}/u;

/** File names, URLs, ids: always left to right, in either language. */
export function MonoText({ children, truncate = false, sx }: MonoTextProps) {
  // The beginning of an Arabic name stands at the right, beside the extension: the cut belongs at the left.
  const cutLeft = truncate && beginsInArabic.test(children);
  return (
    <Box
      component="bdi"
      dir={cutLeft ? 'rtl' : 'ltr'}
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
      {cutLeft ? <bdi dir="ltr">{children}</bdi> : children}
    </Box>
  );
}
