import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import { useTranslation } from 'react-i18next';
import { MonoText } from '#src/components/mono-text.tsx';
import { useShellState } from '../shell-state.ts';

const looks = {
  connected: { Icon: CircleCheck, colour: 'leaf.fill' },
  unreachable: { Icon: CircleX, colour: 'brick.fill' },
  checking: { Icon: Clock, colour: 'text.tertiary' },
} as const;

/** Whether the gateway answers, and where it is; absent before a connection is made. */
export function GatewayLine() {
  const { t } = useTranslation('shell');
  const { connection, gateway } = useShellState();
  if (connection === undefined) return null;
  const { Icon, colour } = looks[gateway];
  return (
    <Box role="status" sx={{ paddingInline: 3, paddingBlockEnd: 1.5, color: 'text.tertiary', minWidth: 0 }}>
      <Typography variant="caption" component="div" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" sx={{ display: 'flex', color: colour }}>
          <Icon size={14} />
        </Box>
        {t(gateway)}
      </Typography>
      <MonoText truncate sx={{ marginBlockStart: 0.5 }}>
        {connection.host}
      </MonoText>
    </Box>
  );
}
