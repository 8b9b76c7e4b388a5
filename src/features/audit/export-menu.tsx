import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFormat } from '#contract/audit.ts';
import { AUDIT_FORMATS } from '#contract/audit.ts';
import type { AuditFilters } from '#src/api/audit-client.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { saveFile } from '#src/components/save-file.ts';

type ExportMenuProps = { filters: AuditFilters; onError: (error: unknown) => void };

/** All changes that the filters leave, on every page of the list, as a file. */
export function ExportMenu({ filters, onError }: ExportMenuProps) {
  const { t } = useTranslation('audit');
  const { audit } = useGateway();
  const { bot } = useConnection();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const exporting = useMutation({
    mutationFn: (format: AuditFormat) => audit.export(filters, format),
    onSuccess: (file, format) => saveFile(file, `fihrist-audit-${bot}.${format}`),
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
        {AUDIT_FORMATS.map((format) => (
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
