import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';

type RecordFormProps = {
  /** Its name for assistive technology. */
  label: string;
  /** Title of a form for a new record, which is not below a row. */
  heading?: string | undefined;
  /** Of the heading within the page. */
  level?: 'h2' | 'h3';
  width?: number;
  gap?: number;
  submitLabel: string;
  busy: boolean;
  /** Whether saving has turned out to be impossible: only closing is left. */
  disabled?: boolean;
  /** Beside the buttons. */
  actions?: ReactNode;
  /** Beside the buttons, announced when it changes. */
  status?: string;
  /** Below the buttons. */
  after?: ReactNode;
  ref?: Ref<HTMLFormElement>;
  onSubmit: () => void;
  /** Also when Escape is pressed, unless `keepOnEscape` forbids it. */
  onCancel: () => void;
  keepOnEscape?: boolean;
  children: ReactNode;
};

/** A record that is written in place: its fields, then Save and Cancel. */
export function RecordForm(props: RecordFormProps) {
  const {
    label,
    heading,
    level = 'h2',
    width = 640,
    gap = 2.5,
    submitLabel,
    busy,
    disabled = false,
    actions,
    status,
    after,
    ref,
  } = props;
  const { onSubmit, onCancel, keepOnEscape = false, children } = props;
  const { t } = useTranslation();
  // The same key ends a composition or closes a list: neither closes the form.
  const cancelOnEscape = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent;
    if (event.key === 'Escape' && !event.defaultPrevented && !isComposing && !keepOnEscape) onCancel();
  };
  return (
    <Box
      component="form"
      ref={ref}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled && !busy) onSubmit();
      }}
      onKeyDown={cancelOnEscape}
      sx={{ display: 'grid', gap, paddingBlock: 2.5 }}
    >
      <Box sx={{ display: 'grid', gap, maxWidth: width }}>
        {heading === undefined ? null : (
          <Typography variant="h3" component={level}>
            {heading}
          </Typography>
        )}
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <BusyButton type="submit" variant="contained" busy={busy} disabled={disabled}>
            {submitLabel}
          </BusyButton>
          {actions}
          <Button onClick={onCancel}>{t('cancel')}</Button>
          {status === undefined ? null : (
            <Typography role="status" variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
              {status}
            </Typography>
          )}
        </Box>
      </Box>
      {after}
    </Box>
  );
}
