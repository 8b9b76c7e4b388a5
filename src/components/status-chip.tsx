import Box from '@mui/material/Box';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { Meter } from './meter.tsx';

export type StatusWord = 'waiting' | 'indexing' | 'ready' | 'failed';

type StatusChipProps = {
  /** The status as a word; or the bare number of a gateway whose numbers have no known meaning. */
  status: StatusWord | number;
  /** 0 to 1, while indexing. */
  progress?: number | undefined;
  /** `tinted` only beside a unit's title; `plain` in grids and lists. */
  look?: 'plain' | 'tinted';
  /** One line under the word: why it failed, its place in the line. */
  detail?: string | undefined;
};

const looks = {
  waiting: { Icon: Clock, icon: 'text.secondary', words: 'text.primary', wash: 'background.hover' },
  indexing: { Icon: LoaderCircle, icon: 'teal.fill', words: 'text.primary', wash: 'teal.wash' },
  ready: { Icon: CircleCheck, icon: 'leaf.fill', words: 'text.primary', wash: 'leaf.wash' },
  failed: { Icon: CircleX, icon: 'brick.fill', words: 'brick.ink', wash: 'brick.wash' },
  unknown: {
    Icon: CircleQuestionMark,
    icon: 'text.secondary',
    words: 'text.primary',
    wash: 'background.hover',
  },
} as const;

const tintedWords = { ready: 'leaf.ink', indexing: 'teal.ink', failed: 'brick.ink' } as const;

function colourOfWords(kind: keyof typeof looks, tinted: boolean): string {
  return tinted && kind in tintedWords ? tintedWords[kind as keyof typeof tintedWords] : looks[kind].words;
}

/** A unit's status: always an icon and a word, never colour alone. */
export function StatusChip({ status, progress, look = 'plain', detail }: StatusChipProps) {
  const { t } = useTranslation('statuses');
  const formats = useFormats();
  const kind = typeof status === 'number' ? 'unknown' : status;
  const { Icon, icon, wash } = looks[kind];
  const tinted = look === 'tinted';
  const share = kind === 'indexing' ? progress : undefined;
  const word =
    typeof status === 'number'
      ? t('unknown', { number: status })
      : share === undefined
        ? t(status)
        : t('indexingProgress', { share: formats.percent(share) });
  return (
    <Box component="span" sx={{ display: 'inline-grid', gap: 0.5, minWidth: 0, maxWidth: '100%' }}>
      <Box
        component="span"
        sx={[
          {
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
            color: colourOfWords(kind, tinted),
            fontWeight: kind === 'failed' || tinted ? 600 : 400,
            whiteSpace: 'nowrap',
          },
          tinted && {
            height: 28,
            paddingInline: 1.25,
            borderRadius: '14px',
            bgcolor: wash,
            typography: 'body2',
            fontWeight: 600,
          },
        ]}
      >
        <Box component="span" sx={{ display: 'flex', color: icon }}>
          <Icon size={18} />
        </Box>
        {word}
      </Box>
      {share === undefined ? null : <Meter kind="progress" value={share} label={t('indexing')} />}
      {detail === undefined ? null : (
        <Box
          component="span"
          sx={{ typography: 'caption', color: 'text.tertiary', paddingInlineStart: 3.25 }}
        >
          {detail}
        </Box>
      )}
    </Box>
  );
}
