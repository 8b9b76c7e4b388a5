import Box from '@mui/material/Box';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';

const part = { display: 'inline-flex', alignItems: 'center', gap: 0.75 } as const;

/** Files and web pages, each an icon and a count. */
export function SourceCounts({ files, urls }: { files: number | undefined; urls: number | undefined }) {
  const { t } = useTranslation('knowledge');
  const formats = useFormats();
  const kinds = [
    { name: 'files', Icon: FileText, count: files ?? 0 },
    { name: 'urls', Icon: Globe, count: urls ?? 0 },
  ] as const;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1.5, color: 'text.secondary' }}>
      {kinds.map(({ name, Icon, count }) =>
        count === 0 ? null : (
          <Box key={name} component="span" sx={part} title={t(name, { count })}>
            <Icon size={18} aria-hidden />
            <span aria-hidden>{formats.number(count)}</span>
            <span className="visually-hidden">{t(name, { count })}</span>
          </Box>
        ),
      )}
    </Box>
  );
}
