import Box from '@mui/material/Box';
import { CopyButton } from './copy-button.tsx';

type CopyLinesProps = { lines: readonly string[]; label: string; copyLabel: string };

/** Lines for a terminal or a file of settings, to be copied as they are: always left to right. */
export function CopyLines({ lines, label, copyLabel }: CopyLinesProps) {
  const text = lines.join('\n');
  return (
    <Box
      dir="ltr"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        width: '100%',
        minWidth: 0,
        paddingBlock: 0.5,
        paddingInlineStart: 1.5,
        paddingInlineEnd: 0.5,
        border: 1,
        borderColor: 'line.firm',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="pre"
        role="group"
        aria-label={label}
        sx={{
          flex: 1,
          minWidth: 0,
          margin: 0,
          paddingBlock: 0.75,
          typography: 'mono',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      <CopyButton text={text} label={copyLabel} />
    </Box>
  );
}
