import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { DryReading } from '#contract/readings.ts';
import type { Reason } from '#contract/unit-states.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';

function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Pages and languages of what was read, in one line; empty where nothing is known. */
export function useDryFacts(reading: DryReading | undefined): string {
  const { t } = useTranslation('add');
  const { language } = useLocale();
  if (reading === undefined) return '';
  if (reading.state !== 'ended') return t(reading.state === 'reading' ? 'dry.reading' : 'dry.waiting');
  const pages = reading.pages === null ? [] : [t('dry.pages', { count: reading.pages })];
  return [...pages, ...reading.languages.map((code) => languageName(code, language))].join(' · ');
}

/** Why there would be no text, and what to do. */
export function DryReason({ reason }: { reason: Reason }) {
  const { t } = useTranslation('faults');
  const { message, remedy, verbatim } = describeReason(reason, t);
  return (
    <>
      {verbatim ? <BidiText>{message}</BidiText> : message}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {remedy}
      </Box>
    </>
  );
}

/** What a person should know of a text that can be read. */
export function DryWarnings({ reading }: { reading: DryReading | undefined }) {
  const { t } = useTranslation('faults');
  return reading?.warnings.map((warning) => {
    const { message, verbatim } = describeReason(warning, t);
    return <div key={warning.code}>{verbatim ? <BidiText>{message}</BidiText> : message}</div>;
  });
}
