import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelScope, ModelServer, ModelServers } from '#contract/models.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { RecordAction, RecordItem, RecordList, RecordName } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import type { ModelTest } from './use-models.ts';

type ServerRowProps = {
  server: ModelServer;
  setting: string;
  inForce: boolean;
  actions: ReactNode;
  /** The form, when it is open. */
  children?: ReactNode;
};

/** Address of a server, origin of the setting, and whether a key is sent. */
function ServerFacts({ server, setting }: { server: ModelServer; setting: string }) {
  const { t } = useTranslation('models');
  const formats = useFormats();
  const { url, from, hasKey, keyLost, privateAddress, changedOn, modelV2, voices } = server;
  const parts = [
    t(`from.${from}`, { setting }),
    ...(keyLost ? [] : [t(hasKey ? 'facts.key' : 'facts.noKey')]),
    ...(privateAddress ? [t('facts.private')] : []),
    ...(modelV2 === null ? [] : [t('facts.v2', { model: modelV2 })]),
    ...(voices.length === 0 ? [] : [t('facts.voices', { count: voices.length })]),
    ...(changedOn === null ? [] : [t('facts.changed', { when: formats.moment(changedOn) })]),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <MonoText truncate sx={{ color: 'text.secondary' }}>
        {url}
      </MonoText>
      <SmallText>{parts.join(' · ')}</SmallText>
      {keyLost ? (
        <SmallText tone="brick" sx={{ fontWeight: 600 }}>
          {t('facts.keyLost')}
        </SmallText>
      ) : null}
    </Box>
  );
}

/** A server of this bot, of all bots or of the environment, and whether it is the one in use. */
function ServerRow({ server, setting, inForce, actions, children }: ServerRowProps) {
  const { t } = useTranslation('models');
  const { model, enabled } = server;
  return (
    <RecordItem
      summary={
        <>
          <RecordName name={model} current={inForce ? t('state.inForce') : undefined}>
            {inForce || enabled ? null : (
              <Box component="span" sx={{ typography: 'body2', fontWeight: 600, color: 'saffron.ink' }}>
                {t('state.off')}
              </Box>
            )}
          </RecordName>
          <ServerFacts server={server} setting={setting} />
        </>
      }
      actions={actions}
    >
      {children}
    </RecordItem>
  );
}

type ServerListProps = {
  servers: ModelServers['items'][number];
  /** Of the purpose. */
  name: string;
  allManageable: boolean;
  /** Whose form is open. */
  open: ModelScope | 'new' | undefined;
  test: ModelTest;
  /** Whether a server is being switched on or off. */
  busy: boolean;
  onOpen: (open: ModelScope | undefined) => void;
  onTest: () => void;
  onSwitch: (server: ModelServer, enabled: boolean) => void;
  onRemove: (server: ModelServer) => void;
  form: (server: ModelServer) => ReactNode;
};

type ServerActionsProps = ServerListProps & { server: ModelServer; current: boolean; isRemoval: boolean };

function ServerActions(props: ServerActionsProps) {
  const { server, current, isRemoval, name, allManageable, open, test, busy } = props;
  const { onOpen, onTest, onSwitch, onRemove } = props;
  const { t } = useTranslation('models');
  const { from, model, enabled } = server;
  const labelValues = { name, who: t(`scope.${from === 'environment' ? 'all' : from}`) };
  const editing = open === from;
  return (
    <>
      {current ? (
        <RecordAction
          label={t(test.busy ? 'test.stop' : 'test.run')}
          name={test.busy ? t('test.stop') : t('test.runNamed', { name, model })}
          onClick={test.busy ? test.stop : onTest}
        />
      ) : null}
      {from === 'bot' && isRemoval ? (
        <RecordAction
          label={t(enabled ? 'switchOff' : 'switchOn')}
          name={t(enabled ? 'switchOffNamed' : 'switchOnNamed', { name })}
          busy={busy}
          onClick={() => onSwitch(server, !enabled)}
        />
      ) : null}
      {from === 'bot' || (from === 'all' && allManageable) ? (
        <>
          <Button
            size="small"
            aria-expanded={editing}
            data-opens={from}
            aria-label={t('changeNamed', labelValues)}
            onClick={() => onOpen(editing ? undefined : from)}
          >
            {t('change')}
          </Button>
          <RecordAction
            label={t(isRemoval ? 'remove.submit' : 'useOther')}
            name={t(isRemoval ? 'remove.named' : 'useOtherNamed', labelValues)}
            destructive
            onClick={() => onRemove(server)}
          />
        </>
      ) : null}
    </>
  );
}

/** The servers of a purpose in order of precedence, with their actions. */
export function ServerList(props: ServerListProps) {
  const { servers, name, open, form } = props;
  const { t } = useTranslation('models');
  const { inForce, bot, all, environment, setting } = servers;
  const rows = [bot, all, environment].filter((server) => server !== null);
  if (rows.length === 0) return null;
  return (
    <RecordList label={t('list', { name })} topLine="soft">
      {rows.map((server) => {
        const { from, enabled } = server;
        const editing = from !== 'environment' && open === from;
        const current = inForce?.from === from;
        const isRemoval = enabled || rows.length === 1;
        return (
          <ServerRow
            key={from}
            server={server}
            setting={setting}
            inForce={current}
            actions={<ServerActions {...props} server={server} current={current} isRemoval={isRemoval} />}
          >
            {editing ? form(server) : null}
          </ServerRow>
        );
      })}
    </RecordList>
  );
}
