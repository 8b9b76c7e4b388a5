import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelScope, ModelServer, ModelServers } from '#contract/models.ts';
import { ServerRow } from './server-row.tsx';

type ServerListProps = {
  servers: ModelServers['items'][number];
  /** Of the purpose. */
  name: string;
  setting: string;
  allManageable: boolean;
  /** Whose form is open. */
  open: ModelScope | 'new' | undefined;
  testing: boolean;
  busy: boolean;
  onOpen: (open: ModelScope | undefined) => void;
  onTest: () => void;
  onStop: () => void;
  onSwitch: (server: ModelServer, enabled: boolean) => void;
  onRemove: (server: ModelServer) => void;
  form: (server: ModelServer) => ReactNode;
};

/** The servers of one purpose, the one that comes first at the top, each with what may be done to it. */
export function ServerList(props: ServerListProps) {
  const { servers, name, setting, allManageable, open, testing, busy } = props;
  const { onOpen, onTest, onStop, onSwitch, onRemove, form } = props;
  const { t } = useTranslation('models');
  const { inForce, bot, all, environment } = servers;
  const rows = [bot, all, environment].filter((server) => server !== null);
  if (rows.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('list', { name })}
      sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      {rows.map((server) => {
        const { from, model, enabled } = server;
        const named = { name, who: t(`scope.${from === 'environment' ? 'all' : from}`) };
        const editing = from !== 'environment' && open === from;
        const mayChange = from === 'bot' || (from === 'all' && allManageable);
        const current = inForce?.from === from;
        return (
          <ServerRow
            key={from}
            server={server}
            setting={setting}
            inForce={current}
            actions={
              <>
                {current ? (
                  <Button
                    size="small"
                    aria-label={testing ? t('test.stop') : t('test.runNamed', { name, model })}
                    onClick={testing ? onStop : onTest}
                  >
                    {t(testing ? 'test.stop' : 'test.run')}
                  </Button>
                ) : null}
                {from === 'bot' && (enabled || rows.length === 1) ? (
                  <Button
                    size="small"
                    loading={busy}
                    aria-label={t(enabled ? 'switchOffNamed' : 'switchOnNamed', { name })}
                    onClick={() => onSwitch(server, !enabled)}
                  >
                    {t(enabled ? 'switchOff' : 'switchOn')}
                  </Button>
                ) : null}
                {mayChange ? (
                  <>
                    <Button
                      size="small"
                      aria-expanded={editing}
                      data-opens={from}
                      aria-label={t('changeNamed', named)}
                      onClick={() => onOpen(editing ? undefined : from)}
                    >
                      {t('change')}
                    </Button>
                    <Button
                      size="small"
                      aria-label={t(enabled || rows.length === 1 ? 'remove.named' : 'useOtherNamed', named)}
                      onClick={() => onRemove(server)}
                      sx={{ color: 'brick.ink' }}
                    >
                      {t(enabled || rows.length === 1 ? 'remove.submit' : 'useOther')}
                    </Button>
                  </>
                ) : null}
              </>
            }
          >
            {editing ? form(server) : null}
          </ServerRow>
        );
      })}
    </Box>
  );
}
