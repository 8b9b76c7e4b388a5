import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import FileUp from 'lucide-react/icons/file-up';
import FolderOpen from 'lucide-react/icons/folder-open';
import Upload from 'lucide-react/icons/upload';
import type { ClipboardEvent } from 'react';
import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { readableTypes } from './check-file.ts';
import { wordLimit } from './describe-problem.ts';

/** Files out of a folder know their path in it. */
export type PathFile = File & { path?: string };

type DropZoneProps = {
  capabilities: Capabilities | null | undefined;
  onFiles: (files: readonly PathFile[]) => void;
  /** Text that was pasted on the zone: addresses, one a line. */
  onText: (text: string) => void;
};

/** One place for files, folders and pasted addresses. */
export function DropZone({ capabilities, onFiles, onText }: DropZoneProps) {
  const { t } = useTranslation('add');
  const formats = useFormats();
  const folder = useRef<HTMLInputElement>(null);
  // Files are checked by the rows, so that each can say in words what is wrong with it.
  const zone = useDropzone({
    onDrop: onFiles,
    noClick: true,
    noKeyboard: true,
  });
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (text.trim() !== '' && event.clipboardData.files.length === 0) onText(text);
  };
  const hint = capabilities
    ? t('drop.types', {
        types: formats.list(readableTypes(capabilities)),
        size: wordLimit(capabilities.limits.maxUploadBytes, formats),
      })
    : t('drop.unknownTypes');
  return (
    <Box
      {...zone.getRootProps()}
      role="group"
      aria-label={t('drop.title')}
      onPaste={paste}
      sx={{
        position: 'relative',
        // The hidden inputs are no columns.
        '& > input': { position: 'absolute' },
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        alignItems: { xs: 'stretch', md: 'center' },
        gap: { xs: 2, md: 2.5 },
        padding: { xs: 2, md: 3 },
        border: '1px dashed',
        borderColor: zone.isDragActive ? 'primary.main' : 'line.strong',
        borderRadius: 1,
        bgcolor: zone.isDragActive ? 'teal.wash' : 'background.paper',
      }}
    >
      <input {...zone.getInputProps({ 'aria-label': t('drop.chooseFiles') })} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={t('drop.chooseFolder')}
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])] as PathFile[];
          onFiles(files);
          event.target.value = '';
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, flex: 1, minWidth: 0 }}>
        <Box
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'grid' },
            placeItems: 'center',
            width: 48,
            height: 48,
            flexShrink: 0,
            borderRadius: 1,
            bgcolor: 'teal.wash',
            color: 'teal.ink',
          }}
        >
          <FileUp size={24} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2" component="p">
            {zone.isDragActive ? t('drop.active') : t('drop.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {zone.isProcessing ? t('drop.reading') : hint}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: { xs: 1, md: 2.5 }, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<FolderOpen size={18} />}
          onClick={() => folder.current?.click()}
        >
          {t('drop.chooseFolder')}
        </Button>
        <Button variant="outlined" startIcon={<Upload size={18} />} onClick={zone.open}>
          {t('drop.chooseFiles')}
        </Button>
      </Box>
    </Box>
  );
}
