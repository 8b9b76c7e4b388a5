import Box from '@mui/material/Box';
import { useFormats } from '#src/i18n/locale.tsx';
import type { DocumentWalk } from './use-document-walk.ts';

/** The number of a document, which leads to it. */
export function Citation({ passage, label, walk }: { passage: number; label: string; walk: DocumentWalk }) {
  const formats = useFormats();
  const current = walk.current === passage;
  return (
    <Box
      component="button"
      type="button"
      aria-label={label}
      aria-current={current ? 'true' : undefined}
      onClick={() => walk.goTo(passage)}
      sx={{
        typography: 'caption',
        fontWeight: 600,
        minWidth: 24,
        height: 24,
        padding: 0,
        marginInlineStart: 0.5,
        verticalAlign: 'middle',
        cursor: 'pointer',
        borderRadius: '5px',
        border: 1,
        borderColor: 'teal.fill',
        bgcolor: current ? 'primary.main' : 'transparent',
        color: current ? 'primary.contrastText' : 'teal.ink',
      }}
    >
      {formats.number(passage + 1)}
    </Box>
  );
}
