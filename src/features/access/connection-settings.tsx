import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities, useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { gatewayAddress, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';

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

/** Streams that are asked whole because their form is not known here, each with the way back. */
function AskedWholeList() {
  const { t } = useTranslation('settings');
  const { streams, setAskedWhole } = useAskedWhole();
  if (streams.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('connection.askedWhole.title')}
      </Typography>
      <FormHelperText>{t('connection.askedWhole.text')}</FormHelperText>
      <PlainList>
        {streams.map((stream) => (
          <Box component="li" key={stream} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            {t(`connection.askedWhole.${stream}`)}
            <Button
              size="small"
              aria-label={t('connection.askedWhole.againFor', {
                stream: t(`connection.askedWhole.${stream}`),
              })}
              onClick={() => setAskedWhole(stream, false)}
            >
              {t('connection.askedWhole.again')}
            </Button>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

/** The current connection: name, address, and the way to others. */
export function ConnectionSettings() {
  const { t } = useTranslation('settings');
  const connection = useConnection();
  const capabilities = useCapabilities();
  // A gateway with an OpenAPI document also serves the page about it.
  const hasDocs = useIsSupported('openApi') === true;
  const called = resolveBaseUrl(connection);
  const answering = gatewayAddress(connection);
  const facts = [
    [t('connection.baseUrl'), <MonoText key="baseUrl">{called}</MonoText>],
    ...(answering === called
      ? []
      : [[t('connection.upstream'), <MonoText key="upstream">{answering}</MonoText>] as const]),
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
      <AskedWholeList />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <TextLink to={paths.connect()}>{t('connection.others')}</TextLink>
        {hasDocs ? <Link href={`${connection.baseUrl}/docs/api`}>{t('connection.apiDocs')}</Link> : null}
      </Box>
    </SettingsSection>
  );
}
