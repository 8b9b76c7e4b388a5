import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { TestResult } from '#contract/tests.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';

/** Why a test does not pass: what of its expectation does not hold, or why it cannot be asked. */
export function TestFailures({ result }: { result: TestResult }) {
  const { t } = useTranslation(['judging', 'answer']);
  const { failures, fault } = result;
  if (fault !== null) return <BidiText>{fault.message}</BidiText>;
  const band = result.asked?.band ?? null;
  const valueOf = ({ part, value }: TestResult['failures'][number]): string =>
    part === 'band' ? t(band === null ? 'outcome.not-judged' : `answer:band.${band}`) : value;
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
      {failures.map((failure) => (
        <li key={`${failure.part} ${failure.value}`}>
          <BidiText>{t(`result.failure.${failure.part}`, { value: valueOf(failure) })}</BidiText>
        </li>
      ))}
    </Box>
  );
}
