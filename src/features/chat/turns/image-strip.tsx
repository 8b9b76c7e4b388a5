import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { ChatImage } from '#src/features/chat/conversations/conversation.ts';
import { PlainList } from '#src/ui/plain-list.ts';

type ImageStripProps = {
  images: readonly ChatImage[];
  onRemove?: ((index: number) => void) | undefined;
};

/** Thumbnails of the images of a message, from data URIs: nothing is fetched. */
export function ImageStrip({ images, onRemove }: ImageStripProps) {
  const { t } = useTranslation('chat');
  if (images.length === 0) return null;
  return (
    <PlainList aria-label={t('images.list')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {images.map(({ name, data }, index) => (
        // The same image may be attached twice.
        <Box component="li" key={`${index} ${name}`} sx={{ position: 'relative' }}>
          <Box
            component="img"
            src={data}
            alt={name}
            title={name}
            sx={{
              display: 'block',
              width: 72,
              height: 72,
              objectFit: 'cover',
              borderRadius: 1,
              border: 1,
              borderColor: 'line.firm',
            }}
          />
          {onRemove === undefined ? null : (
            <IconButton
              size="small"
              aria-label={t('images.remove', { name })}
              onClick={() => onRemove(index)}
              sx={{
                position: 'absolute',
                insetBlockStart: 4,
                insetInlineEnd: 4,
                width: 24,
                height: 24,
                bgcolor: 'background.paper',
                border: 1,
                borderColor: 'line.firm',
              }}
            >
              <X size={14} />
            </IconButton>
          )}
        </Box>
      ))}
    </PlainList>
  );
}
