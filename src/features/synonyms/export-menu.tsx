import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SynonymFormat } from '#contract/synonyms.ts';
import { SYNONYM_FORMATS } from '#contract/synonyms.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

const TYPES: Record<SynonymFormat, { mime: string; extension: string }> = {
  csv: { mime: 'text/csv;charset=utf-8', extension: 'csv' },
  lines: { mime: 'text/plain;charset=utf-8', extension: 'txt' },
};

function save(text: string, name: string, mime: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file before it comes back to us.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** All groups as a file, in either form. */
export function ExportMenu({ onError }: { onError: (error: unknown) => void }) {
  const { t } = useTranslation('synonyms');
  const { synonyms } = useGateway();
  const { bot } = useConnection();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const exporting = useMutation({
    mutationFn: synonyms.export,
    onSuccess: ({ text, format }) => {
      const { mime, extension } = TYPES[format];
      save(text, `synonyms-${bot}.${extension}`, mime);
    },
    onError,
  });
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        startIcon={<Download size={18} />}
        aria-haspopup="menu"
        aria-expanded={open}
        loading={exporting.isPending}
        onClick={() => setOpen(true)}
      >
        {t('export.open')}
      </Button>
      <Menu open={open} anchorEl={() => button.current} onClose={() => setOpen(false)}>
        {SYNONYM_FORMATS.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setOpen(false);
              exporting.mutate(format);
            }}
          >
            {t(`export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
