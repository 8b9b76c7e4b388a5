import Box from '@mui/material/Box';
import { useFormats } from '#src/i18n/locale.tsx';

/** A share as a figure with a short bar before it. */
export function ShareBar({ share }: { share: number }) {
  const formats = useFormats();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, justifyContent: 'flex-end' }}>
      <Box
        aria-hidden
        sx={{
          width: 56,
          height: 4,
          borderRadius: 1,
          bgcolor: 'track.fill',
          overflow: 'hidden',
          display: { xs: 'none', sm: 'block' },
        }}
      >
        <Box sx={{ width: `${Math.min(100, share * 100)}%`, height: '100%', bgcolor: 'teal.fill' }} />
      </Box>
      <Box component="span" sx={{ minWidth: '3.2em' }}>
        {formats.percent(share)}
      </Box>
    </Box>
  );
}
