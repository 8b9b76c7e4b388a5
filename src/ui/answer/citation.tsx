import Box from '@mui/material/Box';
import { useFormats } from '#src/i18n/locale.tsx';
import type { PassageLinks } from './shown-answer.ts';

type CitationProps = {
  /** By index from 0. */
  passage: number;
  label: string;
  /** Without it the number leads nowhere. */
  links: PassageLinks | undefined;
};

const sharedStyle = {
  typography: 'caption',
  fontWeight: 600,
  minWidth: 24,
  height: 24,
  padding: 0,
  marginInlineStart: 0.5,
  verticalAlign: 'middle',
  borderRadius: '5px',
  border: 1,
} as const;

/** The number of a passage, as a button that leads to it where there is a list to lead to. */
export function Citation({ passage, label, links }: CitationProps) {
  const formats = useFormats();
  const rank = formats.number(passage + 1);
  if (links === undefined)
    return (
      <Box
        component="span"
        role="img"
        aria-label={label}
        sx={{
          ...sharedStyle,
          display: 'inline-flex',
          alignItems: 'center',
          justifyContent: 'center',
          borderColor: 'line.firm',
          color: 'text.secondary',
        }}
      >
        {rank}
      </Box>
    );
  const current = links.current === passage;
  return (
    <Box
      component="button"
      type="button"
      aria-label={label}
      aria-current={current ? 'true' : undefined}
      onClick={() => links.focusPassage(passage)}
      sx={{
        ...sharedStyle,
        cursor: 'pointer',
        borderColor: 'teal.fill',
        bgcolor: current ? 'primary.main' : 'transparent',
        color: current ? 'primary.contrastText' : 'teal.ink',
      }}
    >
      {rank}
    </Box>
  );
}
