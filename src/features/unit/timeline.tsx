import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import { useTranslation } from 'react-i18next';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';

type Step = { key: string; label: string; at: string | null; note: string; failed?: boolean };

function between(from: string | null, to: string | null): number | undefined {
  return from === null || to === null ? undefined : Math.max(0, Date.parse(to) - Date.parse(from));
}

/** The unit's way from registration to being settled. */
export function Timeline({ details }: { details: UnitDetails }) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const { timeline, state } = details;
  const note = (milliseconds: number | undefined, key: 'took' | 'tookInAll' | 'waitedFor') =>
    milliseconds === undefined ? '' : t(`timeline.${key}`, { time: formats.duration(milliseconds) });
  const failed = state.status === 'failed';
  const settledLabel =
    state.status === 'ready'
      ? t('timeline.settledReady')
      : failed
        ? t('timeline.settledFailed')
        : t('timeline.settled');
  const steps: Step[] = [
    { key: 'registered', label: t('timeline.registered'), at: timeline.registered, note: '' },
    {
      key: 'started',
      label: t('timeline.started'),
      at: timeline.started,
      note:
        timeline.attempts > 1
          ? t('timeline.attempts', { count: timeline.attempts })
          : note(between(timeline.registered, timeline.started), 'waitedFor'),
    },
    {
      key: 'read',
      label: t('timeline.read'),
      at: timeline.read,
      note: note(between(timeline.started, timeline.read), 'took'),
    },
    {
      key: 'settled',
      label: settledLabel,
      at: timeline.settled,
      note: note(between(timeline.started, timeline.settled), 'tookInAll'),
      failed,
    },
  ];
  return (
    <Box component="section" aria-labelledby="timeline-heading">
      <Typography
        id="timeline-heading"
        variant="body2"
        component="h2"
        sx={{ color: 'text.tertiary', marginBlockEnd: 1 }}
      >
        {t('timeline.on', { date: formats.date(timeline.registered) })}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {steps.map(({ key, label, at, note: words, failed: bad }) => {
          const Icon = at === null ? CircleDashed : bad ? CircleX : CircleCheck;
          const colour = at === null ? 'text.tertiary' : bad ? 'brick.fill' : 'leaf.fill';
          return (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box component="span" sx={{ display: 'flex', color: colour }}>
                <Icon size={18} aria-hidden />
              </Box>
              <Box component="span" sx={{ color: at === null ? 'text.tertiary' : 'text.primary' }}>
                {label}
              </Box>
              <Typography
                variant="caption"
                component="span"
                sx={{ flex: 1, color: 'text.tertiary', minWidth: 0 }}
              >
                {at === null ? t('timeline.pending') : words}
              </Typography>
              {at === null ? null : (
                <Typography
                  variant="caption"
                  component="time"
                  dateTime={at}
                  title={formats.full(at)}
                  sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
                >
                  {formats.time(at)}
                </Typography>
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
