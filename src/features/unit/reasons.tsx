import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/unit-states.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { isOfSource } from '#src/ui/unit/is-of-source.ts';

/** The action that fixes a failure, and its label. */
export type Repair = { label: string; onClick: () => void };

type ReasonsProps = {
  reasons: readonly Reason[];
  tone: 'brick' | 'saffron';
  /** The button below those that a source is to blame for. */
  repair?: Repair | undefined;
};

/** Reasons of a failure or a warning, each with its remedy. */
export function Reasons({ reasons, tone, repair }: ReasonsProps) {
  const { t } = useTranslation('faults');
  return reasons.map((reason) => {
    const { message, remedy, verbatim } = describeReason(reason, t);
    const button = isOfSource(reason) ? repair : undefined;
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
        {button === undefined ? null : (
          <Box component="span" sx={{ display: 'flex', marginBlockStart: 0.5 }}>
            <Button size="small" variant="outlined" onClick={button.onClick}>
              {button.label}
            </Button>
          </Box>
        )}
      </Box>
    );
  });
}
