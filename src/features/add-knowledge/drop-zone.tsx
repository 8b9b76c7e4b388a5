import FileUp from 'virtual:lucide/file-up';
import FolderOpen from 'virtual:lucide/folder-open';
import PenLine from 'virtual:lucide/pen-line';
import Upload from 'virtual:lucide/upload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import type { PathFile } from '#src/ui/file-drop/dropped-files.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { formatSizeLimit, readableTypes } from './intake/check-file.ts';

type DropZoneProps = {
  capabilities: Capabilities | null | undefined;
  onFiles: (files: readonly PathFile[]) => void;
  /** Pasted text: addresses, one per line. */
  onText: (text: string) => void;
};

/** One place for files, folders and what is pasted anywhere on the page but in a field. */
export const DropZone = memo(function DropZone({ capabilities, onFiles, onText }: DropZoneProps) {
  const { t } = useTranslation('add');
  const formats = useFormats();
  const folderInput = useRef<HTMLInputElement>(null);
  // The rows check the files, so that each can say what is wrong. Drops are taken anywhere in the window.
  const dropzone = useDropzone({ onDrop: onFiles, noClick: true, noKeyboard: true, noDrag: true });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isTyping || clipboardData === null) return;
    const text = clipboardData.getData('text');
    if (clipboardData.files.length > 0) onFiles([...clipboardData.files]);
    else if (text.trim() !== '') onText(text);
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  const hint = capabilities
    ? t('drop.types', {
        types: formats.list(readableTypes(capabilities)),
        size: formatSizeLimit(capabilities.limits.maxUploadBytes, formats),
      })
    : t('drop.unknownTypes');
  return (
    <Box
      {...dropzone.getRootProps()}
      role="group"
      aria-label={t('drop.title')}
      sx={{
        position: 'relative',
        // The hidden inputs take no column.
        '& > input': { position: 'absolute' },
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        alignItems: { xs: 'stretch', md: 'center' },
        gap: { xs: 2, md: 2.5 },
        padding: { xs: 2, md: 3 },
        border: '1px dashed',
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <input {...dropzone.getInputProps({ 'aria-label': t('drop.chooseFiles') })} />
      <input
        ref={folderInput}
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
            <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
              {t('drop.title')}
            </Box>
            <Box component="span" sx={{ display: { xs: 'inline', md: 'none' } }}>
              {t('drop.titleTouch')}
            </Box>
          </Typography>
          <SmallText tone="secondary">{hint}</SmallText>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: { xs: 1, md: 2.5 }, flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<FolderOpen size={18} />}
          onClick={() => folderInput.current?.click()}
          // Phones have no folders to choose.
          sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        >
          {t('drop.chooseFolder')}
        </Button>
        <LinkButton variant="outlined" startIcon={<PenLine size={18} />} to={paths.write()}>
          {t('drop.write')}
        </LinkButton>
        <Button variant="outlined" startIcon={<Upload size={18} />} onClick={dropzone.open}>
          {t('drop.chooseFiles')}
        </Button>
      </Box>
    </Box>
  );
});
