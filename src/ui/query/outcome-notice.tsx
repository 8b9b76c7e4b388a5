import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';

/** What an action led to: a success in words with at most one way on or back, or the failure. */
export type Outcome =
  | {
      title: string;
      /** Success by default. */
      severity?: 'success' | 'error';
      text?: ReactNode;
      action?: { label: string; onClick: () => void } | undefined;
    }
  | { error: unknown };

type OutcomeNoticeProps = {
  outcome: Outcome | undefined;
  /** Whether its action is under way. */
  busy?: boolean;
  onDismiss: () => void;
};

/** The outcome of the last action, shown until dismissed. */
export function OutcomeNotice({ outcome, busy = false, onDismiss }: OutcomeNoticeProps) {
  if (outcome === undefined) return null;
  if ('error' in outcome) return <FaultNotice error={outcome.error} onDismiss={onDismiss} />;
  const { title, severity = 'success', text, action } = outcome;
  return (
    <Notice
      severity={severity}
      title={title}
      onDismiss={onDismiss}
      action={
        action && (
          <BusyButton size="small" variant="outlined" busy={busy} onClick={action.onClick}>
            {action.label}
          </BusyButton>
        )
      }
    >
      {text}
    </Notice>
  );
}

/** The outcome of an action whose control may go with the record: it takes a focus that was lost. */
export function FocusedOutcome(props: OutcomeNoticeProps) {
  const notice = useFocusIfLost(props.outcome);
  return (
    <Box ref={notice} tabIndex={-1} sx={{ '&:empty': { display: 'none' } }}>
      <OutcomeNotice {...props} />
    </Box>
  );
}
