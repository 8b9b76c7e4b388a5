import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#src/ui/copy-button.tsx';

type CodeBlockProps = { language: string; text: string };

/** Code as it was written: left to right in either language, and copied without its frame. */
export function CodeBlock({ language, text }: CodeBlockProps) {
  const { t } = useTranslation('common');
  return (
    <Box
      dir="ltr"
      sx={{ border: 1, borderColor: 'line.firm', borderRadius: 1, bgcolor: 'background.sunken', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 32, paddingInlineStart: 1.5 }}>
        <Box component="bdi" sx={{ flex: 1, typography: 'mono', color: 'text.tertiary' }}>
          {language}
        </Box>
        <CopyButton text={text} label={t('markdown.copyCode')} />
      </Box>
      <Box
        component="pre"
        // What is wider than the page is walked through with the keys.
        tabIndex={0}
        role="group"
        aria-label={t('markdown.code')}
        sx={{
          typography: 'mono',
          fontSize: '0.8125rem',
          lineHeight: 1.6,
          margin: 0,
          padding: 1.5,
          paddingBlockStart: 0,
          overflowX: 'auto',
          textAlign: 'start',
          unicodeBidi: 'isolate',
          whiteSpace: 'pre',
        }}
      >
        <code>{text}</code>
      </Box>
    </Box>
  );
}
