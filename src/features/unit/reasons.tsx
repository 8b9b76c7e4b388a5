import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/unit-states.ts';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { isOfSource } from '#src/ui/unit/is-of-source.ts';

/** Opens what carries the remedy out, and what that is called. */
export type Repair = { label: string; onClick: () => void };

type ReasonsProps = {
  reasons: readonly Reason[];
  tone: 'brick' | 'saffron';
  /** The buttons below them. */
  repair?: Repair | undefined;
  retry?: Repair | undefined;
};

/** Reasons of a failure or a warning, each with its remedy. */
export function Reasons({ reasons, tone, repair, retry }: ReasonsProps) {
  const { t } = useTranslation('faults');
  return reasons.map((reason) => {
    const { message, remedy, verbatim } = describeReason(reason, t);
    const buttons = [isOfSource(reason) ? repair : undefined, retry].filter((one) => one !== undefined);
    return (
      <Box
        key={`${reason.code} ${message}`}
        component="p"
        sx={{ margin: 0, typography: 'body2', color: `${tone}.ink` }}
      >
        {verbatim ? <BidiText>{message}</BidiText> : message}.{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {remedy}.
        </Box>
        {buttons.length > 0 ? (
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 0.5 }}>
            {buttons.map(({ label, onClick }) => (
              <Button key={label} size="small" variant="outlined" onClick={onClick}>
                {label}
              </Button>
            ))}
          </Box>
        ) : null}
      </Box>
    );
  });
}
