import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { chipStyle } from './expression-chips.tsx';

/** Characters that end an expression when typed or pasted. */
const SEPARATORS = /[=,،;؛\n\t]+/u;

type ExpressionsFieldProps = {
  value: readonly string[];
  /** The text of the expression being typed. */
  inputValue: string;
  error: string | undefined;
  /** Receives the typed or pasted text, split at the separators. */
  onAdd: (expressions: readonly string[]) => void;
  onInputChange: (text: string) => void;
  onRemove: (expression: string) => void;
};

const fieldStyle = (wrong: boolean) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 48,
  padding: 1,
  border: 1,
  borderColor: wrong ? 'brick.fill' : 'line.strong',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
});

function ExpressionChip({ expression, onRemove }: { expression: string; onRemove: () => void }) {
  const { t } = useTranslation('synonyms');
  return (
    <Box component="span" sx={{ ...chipStyle, paddingInlineEnd: 0 }}>
      <BidiText>{expression}</BidiText>
      <IconButton
        size="small"
        aria-label={t('form.removeExpression', { expression })}
        onClick={onRemove}
        sx={{ width: 28, height: 28, color: 'inherit' }}
      >
        <X size={14} />
      </IconButton>
    </Box>
  );
}

type ExpressionInputProps = Omit<ExpressionsFieldProps, 'error'> & {
  ref: Ref<HTMLInputElement>;
  wrong: boolean;
  hintId: string;
};

/** The input for the next expression: a separator or Enter ends it, Backspace in the empty input removes the last. */
function ExpressionInput(props: ExpressionInputProps) {
  const { value, inputValue, onAdd, onInputChange, onRemove, ref, wrong, hintId } = props;
  const { t } = useTranslation('synonyms');
  const addFrom = (text: string) => onAdd(text.split(SEPARATORS));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && inputValue.trim() !== '') {
      event.preventDefault();
      addFrom(inputValue);
    }
    const last = value.at(-1);
    if (event.key === 'Backspace' && inputValue === '' && last !== undefined) onRemove(last);
  };
  return (
    <InputBase
      inputRef={ref}
      autoFocus
      value={inputValue}
      placeholder={t('form.type')}
      onChange={({ target }) =>
        SEPARATORS.test(target.value) ? addFrom(target.value) : onInputChange(target.value)
      }
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (!SEPARATORS.test(text.trim())) return;
        event.preventDefault();
        addFrom(`${inputValue}${text}`);
      }}
      inputProps={{
        'aria-label': t('form.type'),
        'aria-invalid': wrong,
        'aria-describedby': hintId,
        dir: inputDirection(inputValue),
        maxLength: 400,
      }}
      sx={{ flex: '1 1 180px', '& input': { outline: 'none' } }}
    />
  );
}

/** Expressions as chips, with an input for the next one. */
export function ExpressionsField({ error, ...props }: ExpressionsFieldProps) {
  const { t } = useTranslation('synonyms');
  const labelId = useId();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const wrong = error !== undefined;
  return (
    <div>
      <Typography id={labelId} component="div" variant="body2" sx={{ fontWeight: 600, marginBlockEnd: 0.5 }}>
        {t('form.expressions')}
      </Typography>
      <Box role="group" aria-labelledby={labelId} aria-describedby={hintId} sx={fieldStyle(wrong)}>
        {props.value.map((expression) => (
          <ExpressionChip
            key={expression}
            expression={expression}
            onRemove={() => {
              props.onRemove(expression);
              input.current?.focus();
            }}
          />
        ))}
        <ExpressionInput {...props} ref={input} wrong={wrong} hintId={hintId} />
      </Box>
      <Typography
        id={hintId}
        component="div"
        variant="caption"
        role={wrong ? 'alert' : undefined}
        sx={{ color: wrong ? 'brick.ink' : 'text.tertiary', marginBlockStart: 0.5 }}
      >
        {error ?? t('form.hint', { max: SYNONYM_LIMITS.expressions.max, words: SYNONYM_LIMITS.words })}
      </Typography>
    </div>
  );
}
