import FileUp from 'virtual:lucide/file-up';
import Box from '@mui/material/Box';
import Portal from '@mui/material/Portal';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { useEscape } from '#src/ui/use-escape.ts';
import type { PathFile } from './dropped-files.ts';

type DropOverlayProps = { onFiles: (files: readonly PathFile[]) => void; onClose: () => void };

/** Says that the files can be let go, and then that they are read. */
function DropMessage({ isProcessing }: { isProcessing: boolean }) {
  const { t } = useTranslation('fileDrop');
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        padding: 4,
        borderRadius: 1,
        textAlign: 'center',
        bgcolor: 'background.paper',
        color: 'text.primary',
      }}
    >
      <Box aria-hidden sx={{ color: 'teal.ink' }}>
        <FileUp size={40} />
      </Box>
      <Typography variant="h1" component="p">
        {t(isProcessing ? 'reading' : 'title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('text')}</Typography>
    </Box>
  );
}

/** Covers the window while files are dragged over it, and takes them wherever they are let go. */
export function DropOverlay({ onFiles, onClose }: DropOverlayProps) {
  const { getRootProps, isProcessing } = useDropzone({
    onDrop: (files) => {
      onClose();
      onFiles(files);
    },
    onDragLeave: onClose,
    noClick: true,
    noKeyboard: true,
  });
  useEscape(true, onClose);
  return (
    <Portal>
      <Box
        {...getRootProps({ role: 'presentation' })}
        // Where a browser says nothing at the end of a drag, the pointer does.
        onPointerMove={isProcessing ? undefined : onClose}
        sx={{
          position: 'fixed',
          inset: 0,
          zIndex: 'tooltip',
          display: 'grid',
          padding: { xs: 2, md: 4 },
          bgcolor: ({ palette }) => alpha(palette.background.default, 0.9),
        }}
      >
        <Box
          role="status"
          sx={{
            display: 'grid',
            placeContent: 'center',
            border: '2px dashed',
            borderColor: 'primary.main',
            borderRadius: 2,
            // The overlay is left only at the edge of the window.
            pointerEvents: 'none',
          }}
        >
          <DropMessage isProcessing={isProcessing} />
        </Box>
      </Box>
    </Portal>
  );
}
