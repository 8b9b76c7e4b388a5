import type { SxProps, Theme } from '@mui/material/styles';

/** Text with form, on the page's own scale: every paragraph takes its own direction. */
export const proseStyles: SxProps<Theme> = {
  display: 'grid',
  gap: 1.5,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& > *': { minWidth: 0 },
  '& p, & li, & h3, & h4, & h5, & h6, & th, & td': { unicodeBidi: 'plaintext' },
  '& p, & ul, & ol, & blockquote, & h3, & h4, & h5, & h6': { margin: 0 },
  // A line ends where the writer ended it; the break that Markdown adds would end it twice.
  '& p': { whiteSpace: 'pre-line' },
  '& p br': { display: 'none' },
  '& ul, & ol': { paddingInlineStart: 3 },
  // An item of the other direction stands beside its mark all the same.
  '& li': { textAlign: ['-webkit-match-parent', 'match-parent'] },
  '& li pre': { textAlign: 'start' },
  '& li.task-list-item': { listStyleType: 'none' },
  // Wherever the text stands: a list around it would make these inner ones.
  '& ul': { listStyleType: 'disc' },
  '& ul ul, & ol ul': { listStyleType: 'circle' },
  '& li + li, & li > ul, & li > ol': { marginBlockStart: 0.5 },
  '& li > p + *': { marginBlockStart: 1 },
  '& h3': { typography: 'h2' },
  '& h4, & h5, & h6': { typography: 'h3' },
  '& strong': { fontWeight: 600 },
  '& blockquote': {
    borderInlineStart: '3px solid',
    borderColor: 'line.firm',
    paddingInlineStart: 2,
    color: 'text.secondary',
  },
  '& hr': { border: 0, borderBlockStart: 1, borderColor: 'line.soft', width: '100%', margin: 0 },
  '& :not(pre) > code': {
    typography: 'mono',
    fontSize: '0.875em',
    unicodeBidi: 'isolate',
    bgcolor: 'background.sunken',
    border: 1,
    borderColor: 'line.soft',
    borderRadius: '4px',
    paddingInline: 0.5,
  },
  '& table': { borderCollapse: 'collapse', typography: 'body2' },
  '& th, & td': {
    border: 1,
    borderColor: 'line.soft',
    paddingInline: 1.5,
    paddingBlock: 0.75,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'normal',
  },
  '& th': { fontWeight: 600, bgcolor: 'background.sunken' },
};
