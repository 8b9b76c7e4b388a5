import Box from '@mui/material/Box';
import Archive from 'lucide-react/icons/archive';
import CircleCheck from 'lucide-react/icons/circle-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { stateOf } from './state-of.ts';

const LOOKS = {
  active: { Icon: CircleCheck, colour: 'leaf.fill' },
  archived: { Icon: Archive, colour: 'text.tertiary' },
  binned: { Icon: Trash2, colour: 'saffron.fill' },
} as const;

/** Whether a bot works, and since or until when not. */
export function StateLine({ bot }: { bot: Bot }) {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  const state = stateOf(bot);
  const { Icon, colour } = LOOKS[state];
  const detail =
    state === 'archived' && bot.archivedOn !== null
      ? t('archivedOn', { date: formats.date(bot.archivedOn) })
      : state === 'binned' && bot.goneOn !== null
        ? t('goneOn', { date: formats.date(bot.goneOn) })
        : undefined;
  return (
    <Box sx={{ typography: 'body2', marginBlockStart: 0.5 }}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color: colour }}>
          <Icon size={16} />
        </Box>
        {t(`state.${state}`)}
      </Box>
      {detail === undefined ? null : <Box sx={{ color: 'text.tertiary' }}>{detail}</Box>}
    </Box>
  );
}
