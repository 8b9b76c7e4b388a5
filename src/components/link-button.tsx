import type { ButtonProps } from '@mui/material/Button';
import Button from '@mui/material/Button';
import type { LinkProps as MuiLinkProps } from '@mui/material/Link';
import MuiLink from '@mui/material/Link';
import type { To } from 'react-router';
import { Link } from 'react-router';

type LinkButtonProps = Omit<ButtonProps<typeof Link>, 'component' | 'to'> & { to: To };

/** A button that goes to a page of the dashboard. */
export function LinkButton(props: LinkButtonProps) {
  return <Button component={Link} {...props} />;
}

type TextLinkProps = Omit<MuiLinkProps<typeof Link>, 'component' | 'to'> & { to: To };

/** A link in running text to a page of the dashboard. */
export function TextLink(props: TextLinkProps) {
  return <MuiLink component={Link} {...props} />;
}
