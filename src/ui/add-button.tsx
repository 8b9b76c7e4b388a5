import Plus from 'virtual:lucide/plus';
import Button, { type ButtonProps } from '@mui/material/Button';

/** Adds a record: the primary action of a page, or a small one beside the heading of a section. */
export function AddButton({ size, ...props }: ButtonProps) {
  const look =
    size === 'small' ? ({ size, variant: 'outlined' } as const) : ({ variant: 'contained' } as const);
  return <Button {...look} startIcon={<Plus size={size === 'small' ? 16 : 18} />} {...props} />;
}
