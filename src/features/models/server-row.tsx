import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelServer } from '#contract/models.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { ServerFacts } from './server-facts.tsx';

type ServerRowProps = {
  server: ModelServer;
  setting: string;
  inForce: boolean;
  actions: ReactNode;
  /** The form, when it is open. */
  children?: ReactNode;
};

/** One server that is set, for this bot, for all or by the environment, and whether it is the one that calls use. */
export function ServerRow({ server, setting, inForce, actions, children }: ServerRowProps) {
  const { t } = useTranslation('models');
  const { model, enabled } = server;
  const state = inForce ? 'inForce' : enabled ? undefined : 'off';
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
            <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              <BidiText>{model}</BidiText>
            </Box>
            {state === undefined ? null : (
              <Box
                component="span"
                sx={{
                  typography: 'body2',
                  fontWeight: 600,
                  color: inForce ? 'leaf.ink' : 'saffron.ink',
                }}
              >
                {t(`state.${state}`)}
              </Box>
            )}
          </Box>
          <ServerFacts server={server} setting={setting} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>{actions}</Box>
      </Box>
      {children}
    </Box>
  );
}
