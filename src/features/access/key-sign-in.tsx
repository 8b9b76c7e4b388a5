import ChevronDown from 'virtual:lucide/chevron-down';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { pageUpstream } from '#src/api/transport/connection.ts';
import { ConnectForm } from './connect-form.tsx';

/**
 * Sign-in with a key. The form is folded until it was used once, as its fields are for experts; `onlyWay`: no other way to
 * sign in exists, so the form is open.
 */
export function KeySignIn({ onlyWay }: { onlyWay: boolean }) {
  const { t } = useTranslation('connect');
  const id = useId();
  const usedBefore = useConnections()
    .all()
    .some(({ madeByCode }) => !madeByCode);
  const [open, setOpen] = useState(usedBefore);
  const upstream = pageUpstream();
  if (onlyWay)
    return (
      <Box component="section" sx={{ display: 'grid', gap: 2.5 }}>
        {upstream === undefined ? null : (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('withKey.upstream', { gateway: upstream })}
          </Typography>
        )}
        <ConnectForm />
      </Box>
    );
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, borderBlockStart: 1, borderColor: 'line.soft' }}>
      <Typography variant="h3" component="h2" sx={{ paddingBlockStart: 2 }}>
        <Button
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          endIcon={
            <ChevronDown size={18} style={{ transform: open ? 'rotate(180deg)' : undefined }} aria-hidden />
          }
          onClick={() => setOpen(!open)}
          sx={{ marginInlineStart: -1 }}
        >
          {t('withKey.title')}
        </Button>
      </Typography>
      {open ? (
        <Box id={id} sx={{ display: 'grid', gap: 2.5 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('withKey.text')}</Typography>
          <ConnectForm />
        </Box>
      ) : null}
    </Box>
  );
}
