import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import { IndexPicker } from '#src/asking/index-picker.tsx';
import { AnswererChoice } from './answerer-choice.tsx';
import { KeyHint } from './key-hint.tsx';
import { SettingChips } from './setting-chips.tsx';
import type { Question } from './settings.ts';
import { isStreamed } from './settings.ts';
import { SettingsDrawer } from './settings-drawer.tsx';
import { useWrites } from './use-answerer-words.ts';
import type { NamedUnit } from '#src/asking/use-named-units.ts';

type QuestionBoxProps = {
  value: Question;
  units: readonly NamedUnit[];
  running: boolean;
  onChange: (change: Partial<Question>) => void;
  onAsk: () => void;
  onStop: () => void;
};

/** The question, the units it is asked of, and what differs from the default settings. */
export function QuestionBox({ value, units, running, onChange, onAsk, onStop }: QuestionBoxProps) {
  const { t } = useTranslation('playground');
  const capabilities = useCapabilities();
  const writes = useWrites();
  const [drawer, setDrawer] = useState(false);
  const { question, names, settings } = value;
  const change = (next: Partial<typeof settings>) => onChange({ settings: { ...settings, ...next } });
  const pressed = (event: KeyboardEvent) => {
    // Enter that ends the composition of a word is not a question.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (question.trim() !== '') onAsk();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!running && question.trim() !== '') onAsk();
      }}
      sx={{
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus-within': {
          borderColor: 'primary.main',
          boxShadow: (theme) => `0 0 0 1px ${theme.palette.primary.main}`,
        },
      }}
    >
      <InputBase
        value={question}
        onChange={(event) => onChange({ question: event.target.value })}
        onKeyDown={pressed}
        multiline
        maxRows={8}
        fullWidth
        autoFocus={question === ''}
        placeholder={t('placeholder')}
        inputProps={{
          'aria-label': t('question'),
          dir: typedDirection(question),
          maxLength: capabilities?.limits.maxQuestion ?? QUESTION_LIMIT,
        }}
        sx={{
          typography: 'reading',
          '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
          paddingInline: 2,
          paddingBlock: 1.5,
          '& textarea:focus-visible': { outline: 'none' },
        }}
      />
      <Box sx={{ paddingInline: 1.5, paddingBlockEnd: 1 }}>
        <IndexPicker names={names} units={units} onChange={(next) => onChange({ names: next })} />
        {names.length === 0 && settings.streamed ? (
          <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
            {t('units.none')}
          </Typography>
        ) : null}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          padding: 1,
          borderBlockStart: 1,
          borderColor: 'line.soft',
        }}
      >
        <Button
          size="small"
          color="secondary"
          startIcon={<SlidersHorizontal size={16} />}
          aria-haspopup="dialog"
          onClick={() => setDrawer(true)}
          sx={{ fontWeight: 400 }}
        >
          {t('settings.show')}
        </Button>
        {settings.streamed ? (
          <Chip
            variant="outlined"
            label={t(isStreamed(value) ? 'settings.delivery.streamed' : 'settings.delivery.whole')}
          />
        ) : null}
        {writes ? (
          <AnswererChoice value={settings.answerer} onChange={(answerer) => change({ answerer })} />
        ) : null}
        <SettingChips settings={settings} onChange={change} />
        <Box sx={{ marginInlineStart: 'auto' }}>
          {running ? (
            <Button variant="outlined" startIcon={<Square size={14} />} onClick={onStop}>
              {t('stop')}
              <KeyHint>Esc</KeyHint>
            </Button>
          ) : (
            <Button
              type="submit"
              variant="contained"
              disabled={question.trim() === ''}
              endIcon={<CornerDownLeft size={16} />}
            >
              {t('ask')}
            </Button>
          )}
        </Box>
      </Box>
      <SettingsDrawer
        open={drawer}
        names={names}
        settings={settings}
        onChange={change}
        onClose={() => setDrawer(false)}
      />
    </Box>
  );
}
