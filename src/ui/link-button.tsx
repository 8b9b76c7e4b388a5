import Button, { type ButtonProps } from '@mui/material/Button';
import MuiLink, { type LinkProps as MuiLinkProps } from '@mui/material/Link';
import { Link, type To } from 'react-router';

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
