import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNTHESIS_LANGUAGES, TRANSCRIPTION_LANGUAGES } from '#contract/speech.ts';
import type { Voices } from '#src/api/client/speech.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { useStreams } from '#src/ui/run/all-titles.ts';
import { SidePane } from '#src/ui/side-pane.tsx';
import { IndexPicker } from '#src/ui/unit/index-picker.tsx';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { SelectField, ToggleField } from './choice-fields.tsx';
import { matchingVoices } from './use-voices.ts';
import { RECORDING_SECONDS, type VoiceSettings, WHOLE_TARGETS } from './voice-settings.ts';

type VoiceSettingsPaneProps = {
  settings: VoiceSettings;
  voices: Voices | undefined;
  /** The language that the answer would be spoken in. */
  spoken: string;
  onChange: (change: Partial<VoiceSettings>) => void;
};

const MODELS = ['v1', 'v2'] as const;
const DELIVERIES = ['streamed', 'whole'] as const;

/** MaxRecordLengthInSeconds; a value out of range stays in the field, is marked and is not used. */
function MaxRecordingField({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const { t } = useTranslation('voice');
  const [draft, setDraft] = useState<number | undefined>(value);
  const { min, max } = RECORDING_SECONDS;
  const isValid = draft !== undefined && draft >= min && draft <= max;
  return (
    <IntegerField
      label={t('settings.maxSeconds')}
      value={draft}
      error={isValid ? undefined : t('settings.secondsRange', { min, max })}
      onChange={(next) => {
        setDraft(next);
        if (next !== undefined && next >= min && next <= max) onChange(next);
      }}
    />
  );
}

/** Parameters of endpoints 8 and 9; those of the streamed one alone are greyed out for the other. */
function TranscriptionSettings({ settings, onChange }: Omit<VoiceSettingsPaneProps, 'voices' | 'spoken'>) {
  const { t } = useTranslation('voice');
  const { model, transcription, source, task, target } = settings;
  const whole = transcription === 'whole';
  const languageOptions = (codes: typeof TRANSCRIPTION_LANGUAGES | typeof WHOLE_TARGETS) =>
    codes.map((value) => ({ value, name: t(`language.${value}`) }));
  return (
    <>
      <ToggleField
        label={t('settings.model')}
        hint={t(`settings.modelHelp.${model}`)}
        value={model}
        options={MODELS.map((value) => ({ value, name: t(`settings.models.${value}`) }))}
        onChange={(next) => onChange({ model: next })}
      />
      <ToggleField
        label={t('settings.delivery')}
        hint={t(`settings.hearingHelp.${transcription}`)}
        value={transcription}
        options={DELIVERIES.map((value) => ({ value, name: t(`settings.${value}`) }))}
        onChange={(next) => onChange({ transcription: next })}
      />
      <SelectField
        label={t('settings.source')}
        value={source}
        disabled={whole}
        options={[{ value: '', name: t('settings.unknown') }, ...languageOptions(TRANSCRIPTION_LANGUAGES)]}
        onChange={(next) => onChange({ source: next })}
      />
      <ToggleField
        label={t('settings.task')}
        value={task}
        disabled={whole}
        options={[
          { value: 'Transcript', name: t('settings.transcript') },
          { value: 'Translate', name: t('settings.translate') },
        ]}
        onChange={(next) => onChange({ task: next })}
      />
      <SelectField
        label={t('settings.target')}
        value={whole && !WHOLE_TARGETS.some((option) => option === target) ? '' : target}
        options={[
          { value: '', name: t('settings.asSpoken') },
          ...languageOptions(whole ? WHOLE_TARGETS : TRANSCRIPTION_LANGUAGES),
        ]}
        onChange={(next) => onChange({ target: next })}
      />
      <MaxRecordingField value={settings.maxSeconds} onChange={(maxSeconds) => onChange({ maxSeconds })} />
    </>
  );
}

const CUSTOM_VOICE = 'typed';
const listedValue = (id: string) => `listed ${id}`;

type VoiceSelectProps = Pick<VoiceSettingsPaneProps, 'settings' | 'onChange'> & {
  voices: Voices;
  spoken: string;
};

/** The voices that speak the language of the answer, and the one typed by name. */
function VoiceSelect({ settings: { speaker, customVoice }, voices, spoken, onChange }: VoiceSelectProps) {
  const { t } = useTranslation('voice');
  const matching = matchingVoices(voices.items, spoken);
  const chosen = matching.find(({ id }) => id === speaker);
  const typed = voices.acceptsAny && customVoice.trim() !== '';
  return (
    <SelectField
      label={t('settings.voice')}
      hint={typed ? null : t(matching.length === 0 ? 'settings.noFitting' : 'settings.onlyFitting')}
      value={typed ? CUSTOM_VOICE : chosen === undefined ? '' : listedValue(chosen.id)}
      options={[
        { value: '', name: t('settings.voiceAuto') },
        ...matching.map(({ id, robot }) => ({
          value: listedValue(id),
          name: robot ? t('settings.voiceRobot', { voice: id }) : id,
        })),
        ...(typed ? [{ value: CUSTOM_VOICE, name: t('settings.voiceTyped') }] : []),
      ]}
      onChange={(next) => {
        const id = matching.find((voice) => listedValue(voice.id) === next)?.id ?? '';
        onChange({ speaker: id, customVoice: '' });
      }}
    />
  );
}

type UnsupportedSwitchProps = { checked: boolean; onChange: (checked: boolean) => void };

/** Whether sentences that no source supports are spoken too. */
function UnsupportedSwitch({ checked, onChange }: UnsupportedSwitchProps) {
  const { t } = useTranslation('voice');
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        label={t('settings.speakUnsupported')}
        control={
          <Switch
            checked={checked}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <Typography id={hintId} variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
        {t('settings.speakUnsupportedHint')}
      </Typography>
    </div>
  );
}

/** What is spoken of the answer, its language and voice: voices that speak it, or any name where the server lists none. */
function SynthesisSettings({ settings, voices, spoken, onChange }: VoiceSettingsPaneProps) {
  const { t } = useTranslation('voice');
  const { synthesis, language, customVoice, speakUnsupported } = settings;
  // Only a gateway that announces itself is known to judge sentences.
  const judges = useCapabilities() !== null;
  return (
    <>
      <ToggleField
        label={t('settings.delivery')}
        hint={t(`settings.speakingHelp.${synthesis}`)}
        value={synthesis}
        options={DELIVERIES.map((value) => ({ value, name: t(`settings.${value}`) }))}
        onChange={(next) => onChange({ synthesis: next })}
      />
      <SelectField
        label={t('settings.language')}
        value={language}
        options={[
          { value: '', name: t('settings.asAnswer') },
          ...SYNTHESIS_LANGUAGES.map((value) => ({ value, name: t(`language.${value}`) })),
        ]}
        onChange={(next) => onChange({ language: next })}
      />
      {voices === undefined || voices.items.length === 0 ? null : (
        <VoiceSelect settings={settings} voices={voices} spoken={spoken} onChange={onChange} />
      )}
      {voices?.acceptsAny === true ? (
        <TextField
          size="small"
          label={t('settings.voiceName')}
          helperText={t(voices.items.length === 0 ? 'settings.voiceNameHelp' : 'settings.voiceNameBeside')}
          value={customVoice}
          onChange={({ target }) => onChange({ customVoice: target.value })}
          slotProps={{ htmlInput: { dir: inputDirection(customVoice), maxLength: 100 } }}
        />
      ) : null}
      {judges ? (
        <UnsupportedSwitch
          checked={speakUnsupported}
          onChange={(next) => onChange({ speakUnsupported: next })}
        />
      ) : null}
    </>
  );
}

function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 2,
        paddingBlock: 2,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Typography id={id} variant="subtitle2" component="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Settings of a voice run: transcription, answer and synthesis. The run beside them changes many times a second. */
export const VoiceSettingsPane = memo(function VoiceSettingsPane(props: VoiceSettingsPaneProps) {
  const { settings, voices, spoken, onChange } = props;
  const { t } = useTranslation('voice');
  const [open, setOpen] = useState(false);
  const units = useUnitsByName(settings.names);
  const isAnnounced = useCapabilities() !== null;
  const { lacksTitles } = useStreams(settings.names);
  return (
    <SidePane title={t('settings.title')} open={open} toggleLabel={t('settings.title')} onToggle={setOpen}>
      <Box sx={{ display: { xs: open ? 'block' : 'none', lg: 'block' } }}>
        <SettingsGroup title={t('settings.asking')}>
          <div>
            <IndexPicker names={settings.names} units={units} onChange={(names) => onChange({ names })} />
            {settings.names.length > 0 ? null : (
              <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
                {t(isAnnounced ? 'settings.unitsNone' : 'settings.unitsNoneForeign')}
                {lacksTitles ? (
                  <Box component="span" sx={{ display: 'block' }}>
                    {t('settings.unitsWhole')}
                  </Box>
                ) : null}
              </Typography>
            )}
          </div>
        </SettingsGroup>
        <SettingsGroup title={t('settings.hearing')}>
          <TranscriptionSettings settings={settings} onChange={onChange} />
        </SettingsGroup>
        <SettingsGroup title={t('settings.speaking')}>
          <SynthesisSettings settings={settings} voices={voices} spoken={spoken} onChange={onChange} />
        </SettingsGroup>
      </Box>
    </SidePane>
  );
});
