import Box from '@mui/material/Box';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { Standing } from './standing.ts';

const good = { Icon: CircleCheck, icon: 'leaf.fill', words: 'text.primary', bold: false };
const busy = { Icon: LoaderCircle, icon: 'teal.fill', words: 'text.primary', bold: false };
const idle = { Icon: Clock, icon: 'text.secondary', words: 'text.primary', bold: false };
const attention = { Icon: TriangleAlert, icon: 'saffron.fill', words: 'saffron.ink', bold: true };
const failure = { Icon: CircleX, icon: 'brick.fill', words: 'brick.ink', bold: true };

const looks: Record<Standing, typeof good> = {
  ready: good,
  stored: good,
  uploading: busy,
  registering: busy,
  waiting: idle,
  unfinished: idle,
  cancelled: attention,
  gone: attention,
  titleWrong: attention,
  descriptionWrong: attention,
  titleTaken: attention,
  titleRepeated: attention,
  tooMany: attention,
  refused: failure,
  failed: failure,
  notRegistered: failure,
};

export function isFailure(standing: Standing): boolean {
  return looks[standing] === failure;
}

/** A row's standing as icon and words. */
export function StandingWords({ standing }: { standing: Standing }) {
  const { t } = useTranslation('add');
  const { Icon, icon, words, bold } = looks[standing];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color: words,
        fontWeight: bold ? 600 : 400,
      }}
    >
      <Box component="span" sx={{ display: 'flex', color: icon }}>
        <Icon size={18} aria-hidden />
      </Box>
      {t(`standing.${standing === 'unfinished' ? 'waiting' : standing}`)}
    </Box>
  );
}
