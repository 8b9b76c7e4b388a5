import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import CircleCheck from 'virtual:lucide/circle-check';
import CircleDashed from 'virtual:lucide/circle-dashed';
import CircleX from 'virtual:lucide/circle-x';
import { useTranslation } from 'react-i18next';
import type { UnitDetails } from '#contract/unit-states.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { useFormats } from '#src/i18n/locale.tsx';

type TimelineStep = { label: string; at: string | null; note: string; failed?: boolean };

/** The steps of indexing a unit, from registration to its final status. */
export function IndexingTimeline({ details }: { details: UnitDetails }) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const { timeline, state } = details;
  const { registered, started, read, settled, attempts } = timeline;
  const duration = (key: 'took' | 'tookInAll' | 'waitedFor', from: string | null, to: string | null) =>
    from === null || to === null
      ? ''
      : t(`timeline.${key}`, { time: formats.duration(Math.max(0, Date.parse(to) - Date.parse(from))) });
  const failed = state.status === 'failed';
  const settledKey = state.status === 'ready' ? 'settledReady' : failed ? 'settledFailed' : 'settled';
  const waited =
    attempts > 1 ? t('timeline.attempts', { count: attempts }) : duration('waitedFor', registered, started);
  const steps: TimelineStep[] = [
    { label: t('timeline.registered'), at: registered, note: '' },
    { label: t('timeline.started'), at: started, note: waited },
    { label: t('timeline.read'), at: read, note: duration('took', started, read) },
    {
      label: t(`timeline.${settledKey}`),
      at: settled,
      note: duration('tookInAll', started, settled),
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
      <PlainList as="ol" sx={{ display: 'grid', gap: 1 }}>
        {steps.map(({ label, at, note: noteText, failed: isFailed }) => {
          const Icon = at === null ? CircleDashed : isFailed ? CircleX : CircleCheck;
          const colour = at === null ? 'text.tertiary' : isFailed ? 'brick.fill' : 'leaf.fill';
          return (
            <Box component="li" key={label} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
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
                {at === null ? t('timeline.pending') : noteText}
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
      </PlainList>
    </Box>
  );
}
