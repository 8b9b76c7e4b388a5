import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { createAbsentOperations } from '#src/api/stores/absent-operations.ts';
import { openStorage } from '#src/api/stores/storage.ts';
import { type Connection, connectionLabel, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

function SavedConnection({ connection, onOpen }: { connection: Connection; onOpen: () => void }) {
  const { t } = useTranslation('connect');
  const connections = useConnections();
  const label = connectionLabel(connection);
  const current = connections.current()?.id === connection.id;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: 1.5,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography component="div" sx={{ fontWeight: 600 }}>
          <BidiText>{label}</BidiText>
        </Typography>
        <MonoText sx={{ color: 'text.tertiary' }}>{resolveBaseUrl(connection)}</MonoText>
        <SmallText>
          {[
            t('botIs', { bot: connection.bot }),
            t(connection.remember ? 'savedWhere.browser' : 'savedWhere.tab'),
            ...(current ? [t('current')] : []),
          ].join(' · ')}
        </SmallText>
      </Box>
      <Button
        variant="outlined"
        size="small"
        aria-label={`${t('open')}: ${label}`}
        onClick={() => {
          createAbsentOperations(connection, openStorage('sessionStorage')).clear();
          connections.select(connection.id);
          onOpen();
        }}
      >
        {t('open')}
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`${t('forget')}: ${label}`}
        onClick={() => connections.remove(connection.id)}
      >
        {t('forget')}
      </Button>
    </Box>
  );
}

/** Connections saved in this browser or tab, with actions to open and forget them. */
export function SavedConnections({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('connect');
  const all = useConnections().all();
  if (all.length === 0) return null;
  return (
    <Box component="section" aria-label={t('saved')}>
      <Typography variant="h3" component="h2">
        {t('saved')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {all.map((connection) => (
          <SavedConnection key={connection.id} connection={connection} onOpen={onOpen} />
        ))}
      </Box>
    </Box>
  );
}
