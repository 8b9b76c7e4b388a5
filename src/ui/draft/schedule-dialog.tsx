import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '#common/fold-text.ts';
import type { KnowledgeDraft } from '#contract/versions.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { DateField } from '#src/ui/date-field.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { DAY_MS, dayInZone, momentInZone, timeInZone } from '#src/ui/quota/calendar-days.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import type { useDraftActions } from './use-draft-actions.ts';

const FIRST_TIME = '08:00';
const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/u;

/** The moment of a day and a time by the clocks of a zone; undefined where either is not written out. */
function parseMoment(zone: string, day: string, time: string): Date | undefined {
  const [, hours = '', minutes] = TIME.exec(latinDigits(time.trim())) ?? [];
  if (day === '' || minutes === undefined) return undefined;
  return momentInZone(zone, day, `${hours.padStart(2, '0')}:${minutes}:00`);
}

type ScheduleDialogProps = {
  drafts: readonly Pick<KnowledgeDraft, 'publishOn'>[];
  publish: ReturnType<typeof useDraftActions>['publish'];
  onConfirm: (on: string) => void;
  onClose: () => void;
};

/** Asks for the day and time at which drafts go live, by the clocks of the bot. */
export function ScheduleDialog({ drafts, publish, onConfirm, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('drafts');
  const { timeZone: zone = browserTimeZone(), direction } = useLocale();
  const before = drafts.length === 1 ? drafts[0]?.publishOn : null;
  const [day, setDay] = useState(() => dayInZone(zone, before ?? Date.now() + DAY_MS));
  const [time, setTime] = useState(() => (before ? timeInZone(zone, before) : FIRST_TIME));
  const [problem, setProblem] = useState<'invalid' | 'past'>();
  const title = t(before ? 'action.reschedule' : 'action.schedule');
  const submit = () => {
    const moment = parseMoment(zone, day, time);
    const isPast = moment !== undefined && moment.getTime() <= Date.now();
    setProblem(moment === undefined ? 'invalid' : isPast ? 'past' : undefined);
    if (moment !== undefined && !isPast) onConfirm(moment.toISOString());
  };
  const edit = (change: () => void) => {
    setProblem(undefined);
    change();
  };
  return (
    <FormDialog
      title={title}
      submit={{ children: title, busy: publish.isPending }}
      onSubmit={submit}
      onClose={() => {
        publish.reset();
        onClose();
      }}
    >
      {/* The label of the first field stands on its border. */}
      <Box sx={{ display: 'grid', paddingBlockStart: 1 }}>
        <DateField label={t('schedule.day')} value={day} onChange={(next) => edit(() => setDay(next))} />
      </Box>
      <TextField
        size="small"
        label={t('schedule.time')}
        value={time}
        error={problem !== undefined}
        helperText={problem && t(`schedule.${problem}`)}
        onChange={({ target }) => edit(() => setTime(target.value))}
        slotProps={{
          htmlInput: { dir: 'ltr', inputMode: 'numeric', maxLength: 5, autoComplete: 'off' },
          formHelperText: { role: 'alert' },
        }}
        sx={{ '& input': { textAlign: direction === 'rtl' ? 'end' : 'start' } }}
      />
      <SmallText tone="secondary">{t('schedule.zone', { zone })}</SmallText>
      <FaultNotice error={publish.error} onDismiss={publish.reset} />
    </FormDialog>
  );
}
