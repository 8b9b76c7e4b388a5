import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveBaseUrl } from '#src/api/transport/connection.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useCapabilities, useConnection } from '#src/api/hooks/gateway-context.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { paths } from '#src/paths.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { useSignOut } from '#src/api/hooks/use-sign-out.ts';

function ConnectionNameField() {
  const { t } = useTranslation(['settings', 'common']);
  const connection = useConnection();
  const connections = useConnections();
  const [name, setName] = useState(connection.name);
  const id = useId();
  const changed = name.trim() !== connection.name;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        connections.update(connection.id, { name: name.trim() });
      }}
      sx={{ width: '100%', maxWidth: 480 }}
    >
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
        {t('connection.name')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <OutlinedInput
          id={id}
          value={name}
          fullWidth
          onChange={(event) => setName(event.target.value)}
          inputProps={{ dir: 'auto', maxLength: 100, 'aria-describedby': `${id}-help` }}
        />
        <Button type="submit" variant="outlined" disabled={!changed}>
          {t('common:save')}
        </Button>
      </Box>
      <FormHelperText id={`${id}-help`}>{t('connection.nameHelp')}</FormHelperText>
    </Box>
  );
}

/** The connection in use: its name, its address, and how to sign out. */
export function ConnectionSettings() {
  const { t } = useTranslation('settings');
  const connection = useConnection();
  const connections = useConnections();
  const capabilities = useCapabilities();
  const signOut = useSignOut();
  const facts = [
    [t('connection.baseUrl'), <MonoText key="baseUrl">{resolveBaseUrl(connection)}</MonoText>],
    [t('connection.bot'), <MonoText key="bot">{connection.bot}</MonoText>],
    [t('connection.modelFamily'), <MonoText key="family">{connection.modelFamily}</MonoText>],
    [
      t('connection.gateway'),
      capabilities ? (
        <BidiText key="gateway">{t('connection.gatewayIs', capabilities)}</BidiText>
      ) : capabilities === null ? (
        t('connection.noCapabilities')
      ) : (
        ''
      ),
    ],
    [t('connection.signedIn'), t(connection.madeByCode ? 'connection.byCode' : 'connection.byKey')],
  ] as const;
  return (
    <SettingsSection title={t('connection.title')}>
      <ConnectionNameField key={connection.id} />
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(96px, auto) minmax(0, 1fr)',
          columnGap: 3,
          rowGap: 1,
          margin: 0,
          '& dt': { color: 'text.tertiary' },
          '& dd': { margin: 0 },
        }}
      >
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={connection.remember}
            onChange={(_, remember) => connections.update(connection.id, { remember })}
          />
        }
        label={t('connection.remember')}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void signOut()}>
          {t('connection.signOut')}
        </Button>
        <LinkButton to={paths.connect()}>{t('connection.others')}</LinkButton>
      </Box>
    </SettingsSection>
  );
}
