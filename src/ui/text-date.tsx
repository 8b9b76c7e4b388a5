import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';

type TextDateProps = {
  /** Null and undefined: not known, and nothing is shown. */
  readOn: string | null | undefined;
  /** `brief` is for lines that already say what the text is; `moment` has the time of day. */
  form?: 'brief' | 'day' | 'moment';
};

const WORDS = { brief: 'textDate.brief', day: 'textDate.day', moment: 'textDate.moment' } as const;

/** The date of a text, with the exact time as the tooltip and for screen readers. */
export function TextDate({ readOn, form = 'day' }: TextDateProps) {
  const { t } = useTranslation('common');
  const formats = useFormats();
  if (!readOn) return null;
  const exact = t('textDate.day', { date: formats.full(readOn) });
  return (
    <Box component="time" dateTime={readOn} title={exact} dir="auto" sx={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{t(WORDS[form], { date: formats.date(readOn), time: formats.time(readOn) })}</span>
      <span className="visually-hidden">{exact}</span>
    </Box>
  );
}
