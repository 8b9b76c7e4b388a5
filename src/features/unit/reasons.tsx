import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/unit-states.ts';
import { describeReason } from '#src/api/describe-error.ts';
import { BidiText } from '#src/components/bidi-text.tsx';

/** Why something failed or what is worth knowing, with what to do about it. */
export function Reasons({ reasons, tone }: { reasons: readonly Reason[]; tone: 'brick' | 'saffron' }) {
  const { t } = useTranslation('faults');
  return reasons.map((reason) => {
    const { what, remedy, asSent } = describeReason(reason, t);
    return (
      <Box
        key={`${reason.code} ${what}`}
        component="p"
        sx={{ margin: 0, typography: 'body2', color: `${tone}.ink` }}
      >
        {asSent ? <BidiText>{what}</BidiText> : what}.{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {remedy}.
        </Box>
      </Box>
    );
  });
}
