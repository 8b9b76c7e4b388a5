import Typography, { type TypographyProps } from '@mui/material/Typography';

const COLORS = {
  secondary: 'text.secondary',
  tertiary: 'text.tertiary',
  saffron: 'saffron.ink',
  brick: 'brick.ink',
} as const;

type SmallTextProps = Pick<TypographyProps, 'children' | 'role' | 'sx'> & { tone?: keyof typeof COLORS };

/** A line in small letters, paler than the text it belongs to, or in the colour of a warning. */
export function SmallText({ tone = 'tertiary', sx, ...props }: SmallTextProps) {
  return (
    <Typography
      component="div"
      variant="body2"
      sx={[{ color: COLORS[tone] }, ...(Array.isArray(sx) ? sx : [sx])]}
      {...props}
    />
  );
}
