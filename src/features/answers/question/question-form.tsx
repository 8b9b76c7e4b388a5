import CornerDownLeft from 'virtual:lucide/corner-down-left';
import SlidersHorizontal from 'virtual:lucide/sliders-horizontal';
import Square from 'virtual:lucide/square';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTION_LIMIT } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { useDraftCount } from '#src/ui/draft/use-draft-count.ts';
import { PromptForm } from '#src/ui/prompt-form.tsx';
import { useStreams } from '#src/ui/run/all-titles.ts';
import {
  ANSWERER_CHOICES,
  type AskSettings,
  changedSettings,
  DEFAULT_ASK_SETTINGS,
  type QuestionInput,
  unsentSettings,
} from '#src/ui/run/ask-settings.ts';
import { SettingChip } from '#src/ui/setting-field.tsx';
import { SwapSlot } from '#src/ui/swap-slot.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import type { UnitByName } from '#src/ui/unit/use-units-by-name.ts';
import { AnswerSettingsDrawer } from './answer-settings-drawer.tsx';
import { KeyboardKey } from './keyboard-key.tsx';
import { formatSetting, useAnswererLabel, useHasChatModel } from './setting-labels.ts';

type SettingChipsProps = { settings: AskSettings; onChange: (change: Partial<AskSettings>) => void };

/** Changed settings, each with a reset button. */
function SettingChips({ settings, onChange }: SettingChipsProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const hasChatModel = useHasChatModel();
  // With a chat model the answerer has a toggle of its own.
  const unsent = unsentSettings(useRecipient());
  const shown = changedSettings(settings).filter(
    (name) => !unsent.includes(name) && (name !== 'answerer' || !hasChatModel),
  );
  return shown.map((name) => {
    const label = t(`settings.names.${name}`);
    const standard = formatSetting(name, DEFAULT_ASK_SETTINGS[name], t, formats, hasChatModel);
    return (
      <SettingChip
        key={name}
        label={label}
        value={formatSetting(name, settings[name], t, formats, hasChatModel)}
        standard={t('settings.default', { value: standard })}
        resetLabel={t('settings.resetOne', { name: label, value: standard })}
        onReset={() => onChange({ [name]: DEFAULT_ASK_SETTINGS[name] })}
      />
    );
  });
}

type AnswererToggleProps = {
  value: AskSettings['answerer'];
  onChange: (value: AskSettings['answerer']) => void;
};

/** Chooses the answerer: the model, quoted passages, or none. */
function AnswererToggle({ value, onChange }: AnswererToggleProps) {
  const { t } = useTranslation('playground');
  const labelFor = useAnswererLabel();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t('settings.names.answerer')}
      onChange={(_event, next: AskSettings['answerer'] | null) => next !== null && onChange(next)}
    >
      {ANSWERER_CHOICES.map((choice) => (
        <ToggleButton key={choice} value={choice} sx={{ paddingBlock: 0.25, minHeight: 32 }}>
          {labelFor(choice)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

type QuestionFormProps = {
  value: QuestionInput;
  units: readonly UnitByName[];
  running: boolean;
  /** False where the bot has no ready knowledge. */
  searchable: boolean;
  onChange: (change: Partial<QuestionInput>) => void;
  onAsk: () => void;
  onStop: () => void;
};

/** The question, the units it is asked of, and what differs from the default settings. */
export function QuestionForm(props: QuestionFormProps) {
  const { value, units, running, searchable, onChange, onAsk, onStop } = props;
  const { t } = useTranslation('playground');
  const capabilities = useCapabilities();
  const hasChatModel = useHasChatModel();
  const recipient = useRecipient();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const { question, names, settings, drafts = false } = value;
  const hasDrafts = useDraftCount() > 0;
  const { streams, lacksTitles } = useStreams(names);
  const change = (next: Partial<typeof settings>) => onChange({ settings: { ...settings, ...next } });
  return (
    <PromptForm
      inputLabel={t('question')}
      value={question}
      canSubmit={question.trim() !== ''}
      onChange={(next) => onChange({ question: next })}
      onSubmit={onAsk}
      input={{
        autoFocus: question === '',
        placeholder: t('placeholder'),
        inputProps: { maxLength: capabilities?.limits.maxQuestion ?? QUESTION_LIMIT },
      }}
      inputSx={{ typography: 'reading' }}
    >
      <Box sx={{ paddingInline: 1.5, paddingBlockEnd: 1 }}>
        <IndexPicker names={names} units={units} onChange={(next) => onChange({ names: next })} />
        {names.length === 0 && settings.streamed && searchable ? (
          <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
            {t(recipient.announced ? 'units.none' : 'units.noneForeign')}
            {lacksTitles ? (
              <Box component="span" sx={{ display: 'block' }}>
                {t('units.whole')}
              </Box>
            ) : null}
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
          onClick={() => setDrawerOpen(true)}
          sx={{ fontWeight: 400 }}
        >
          {t('settings.show')}
        </Button>
        {settings.streamed ? (
          <Chip
            variant="outlined"
            label={t(streams ? 'settings.delivery.streamed' : 'settings.delivery.whole')}
          />
        ) : null}
        {drafts || hasDrafts ? (
          <ToggleChoice
            label={t('drafts.label')}
            value={drafts ? 'drafts' : 'live'}
            options={[
              { value: 'live', label: t('drafts.live') },
              { value: 'drafts', label: t('drafts.drafts') },
            ]}
            onChange={(next) => onChange({ drafts: next === 'drafts' })}
          />
        ) : null}
        {hasChatModel ? (
          <AnswererToggle value={settings.answerer} onChange={(answerer) => change({ answerer })} />
        ) : null}
        <SettingChips settings={settings} onChange={change} />
        <SwapSlot
          shown={running ? 'second' : 'first'}
          first={
            <Button
              type="submit"
              variant="contained"
              disabled={running || question.trim() === ''}
              endIcon={<CornerDownLeft size={16} />}
            >
              {t('ask')}
            </Button>
          }
          second={
            <Button variant="outlined" startIcon={<Square size={14} />} onClick={onStop}>
              {t('stop')}
              <KeyboardKey>Esc</KeyboardKey>
            </Button>
          }
        />
      </Box>
      <AnswerSettingsDrawer
        open={drawerOpen}
        streams={streams}
        settings={settings}
        onChange={change}
        onClose={() => setDrawerOpen(false)}
      />
    </PromptForm>
  );
}
