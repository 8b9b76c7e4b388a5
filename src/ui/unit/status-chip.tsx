import CircleAlert from 'virtual:lucide/circle-alert';
import CircleCheck from 'virtual:lucide/circle-check';
import CirclePause from 'virtual:lucide/circle-pause';
import CircleQuestionMark from 'virtual:lucide/circle-question-mark';
import CircleX from 'virtual:lucide/circle-x';
import Clock from 'virtual:lucide/clock';
import FilePen from 'virtual:lucide/file-pen';
import LoaderCircle from 'virtual:lucide/loader-circle';
import RefreshOff from 'virtual:lucide/refresh-cw-off';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { Meter } from '#src/ui/meter.tsx';
import type { DetailedStatus } from './resolve-unit-status.ts';

export type StatusChipProps = {
  /** The status as a word; or the bare number of a gateway whose numbers have no known meaning. */
  status: DetailedStatus | number;
  /** 0 to 1, while indexing. */
  progress?: number | undefined;
  /** `tinted` only beside a unit's title; `plain` in grids and lists. */
  variant?: 'plain' | 'tinted';
  /** Line below the status: reason of the failure, or place in the queue. */
  detail?: ReactNode;
  /** What the status means for answers, where the word does not say it. */
  hint?: string | undefined;
};

const statusStyles = {
  waiting: { Icon: Clock, icon: 'text.secondary', words: 'text.primary', wash: 'background.hover' },
  indexing: { Icon: LoaderCircle, icon: 'teal.fill', words: 'text.primary', wash: 'teal.wash' },
  ready: { Icon: CircleCheck, icon: 'leaf.fill', words: 'text.primary', wash: 'leaf.wash' },
  partlyReady: { Icon: CircleAlert, icon: 'saffron.fill', words: 'saffron.ink', wash: 'saffron.wash' },
  updateFailed: { Icon: RefreshOff, icon: 'saffron.fill', words: 'saffron.ink', wash: 'saffron.wash' },
  updateHeld: { Icon: CirclePause, icon: 'saffron.fill', words: 'saffron.ink', wash: 'saffron.wash' },
  draft: { Icon: FilePen, icon: 'teal.fill', words: 'text.primary', wash: 'teal.wash' },
  failed: { Icon: CircleX, icon: 'brick.fill', words: 'brick.ink', wash: 'brick.wash' },
  unknown: {
    Icon: CircleQuestionMark,
    icon: 'text.secondary',
    words: 'text.primary',
    wash: 'background.hover',
  },
} as const;

const URGENT: readonly string[] = ['failed', 'partlyReady', 'updateFailed', 'updateHeld'];

const tintedTextColors = { ready: 'leaf.ink', indexing: 'teal.ink', failed: 'brick.ink' } as const;

function textColor(kind: keyof typeof statusStyles, tinted: boolean): string {
  return tinted && kind in tintedTextColors
    ? tintedTextColors[kind as keyof typeof tintedTextColors]
    : statusStyles[kind].words;
}

function useStatusWord(status: StatusChipProps['status'], share: number | undefined): string {
  const { t } = useTranslation('statuses');
  const formats = useFormats();
  if (typeof status === 'number') return t('unknown', { number: status });
  return share === undefined ? t(status) : t('indexingProgress', { share: formats.percent(share) });
}

/** A unit's status: always an icon and a word, never colour alone. */
export function StatusChip({ status, progress, variant = 'plain', detail, hint }: StatusChipProps) {
  const { t } = useTranslation('statuses');
  const kind = typeof status === 'number' ? 'unknown' : status;
  const { Icon, icon, wash } = statusStyles[kind];
  const tinted = variant === 'tinted';
  const share = kind === 'indexing' ? progress : undefined;
  const word = useStatusWord(status, share);
  const chip = (
    <Box component="span" sx={{ display: 'inline-grid', gap: 0.5, minWidth: 0, maxWidth: '100%' }}>
      <Box
        component="span"
        sx={[
          {
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
            color: textColor(kind, tinted),
            fontWeight: URGENT.includes(kind) || tinted ? 600 : 400,
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
        {hint === undefined ? null : <span className="visually-hidden">. {hint}.</span>}
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
  return hint === undefined ? (
    chip
  ) : (
    <Tooltip title={hint} describeChild>
      {chip}
    </Tooltip>
  );
}
