import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent } from 'react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import { chipLook } from './expression-chips.tsx';

/** What ends an expression while one types or pastes. */
const ENDS = /[=,،;؛\n\t]+/u;

export type ExpressionsFieldProps = {
  value: readonly string[];
  /** What is being typed, not an expression yet. */
  typed: string;
  problem: string | undefined;
  /** What was typed, parted. */
  onTake: (expressions: readonly string[]) => void;
  onType: (text: string) => void;
  onDrop: (expression: string) => void;
};

/** Expressions as chips, and the place to type the next one. */
export function ExpressionsField({ value, typed, problem, onTake, onType, onDrop }: ExpressionsFieldProps) {
  const { t } = useTranslation('synonyms');
  const labelId = useId();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string) => onTake(text.split(ENDS));
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    }
    const last = value.at(-1);
    if (event.key === 'Backspace' && typed === '' && last !== undefined) onDrop(last);
  };
  return (
    <div>
      <Typography id={labelId} component="div" variant="body2" sx={{ fontWeight: 600, marginBlockEnd: 0.5 }}>
        {t('form.expressions')}
      </Typography>
      <Box
        role="group"
        aria-labelledby={labelId}
        aria-describedby={hintId}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 0.75,
          minHeight: 48,
          padding: 1,
          border: 1,
          borderColor: problem === undefined ? 'line.strong' : 'brick.fill',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
        }}
      >
        {value.map((expression) => (
          <Box key={expression} component="span" sx={{ ...chipLook, paddingInlineEnd: 0 }}>
            <BidiText>{expression}</BidiText>
            <IconButton
              size="small"
              aria-label={t('form.removeExpression', { expression })}
              onClick={() => {
                onDrop(expression);
                input.current?.focus();
              }}
              sx={{ width: 28, height: 28, color: 'inherit' }}
            >
              <X size={14} />
            </IconButton>
          </Box>
        ))}
        <InputBase
          inputRef={input}
          autoFocus
          value={typed}
          placeholder={t('form.type')}
          onChange={({ target }) => (ENDS.test(target.value) ? take(target.value) : onType(target.value))}
          onKeyDown={press}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!ENDS.test(text.trim())) return;
            event.preventDefault();
            take(`${typed}${text}`);
          }}
          inputProps={{
            'aria-label': t('form.type'),
            'aria-invalid': problem !== undefined,
            'aria-describedby': hintId,
            dir: typedDirection(typed),
            maxLength: 400,
          }}
          sx={{ flex: '1 1 180px', '& input': { outline: 'none' } }}
        />
      </Box>
      <Typography
        id={hintId}
        component="div"
        variant="caption"
        role={problem === undefined ? undefined : 'alert'}
        sx={{ color: problem === undefined ? 'text.tertiary' : 'brick.ink', marginBlockStart: 0.5 }}
      >
        {problem ?? t('form.hint', { most: SYNONYM_LIMITS.expressions.max, words: SYNONYM_LIMITS.words })}
      </Typography>
    </div>
  );
}
