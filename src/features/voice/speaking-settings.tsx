import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#contract/models.ts';
import { SPOKEN_LANGUAGES } from '#contract/speech.ts';
import { ListChoice, ToggleChoice } from './choices.tsx';
import { fittingVoices } from './fitting-voices.ts';
import type { VoiceSettings } from './settings.ts';

type SpeakingSettingsProps = {
  settings: VoiceSettings;
  /** Null or none: any name may be one. */
  voices: readonly Voice[] | null | undefined;
  spoken: string;
  onChange: (change: Partial<VoiceSettings>) => void;
};

/** In which language and by whom the answer is spoken: only voices that speak it are offered. */
export function SpeakingSettings({ settings, voices, spoken, onChange }: SpeakingSettingsProps) {
  const { t } = useTranslation('voice');
  const { speaking, language, speaker } = settings;
  const fitting = fittingVoices(voices ?? [], spoken);
  const chosen = fitting.some(({ id }) => id === speaker) ? speaker : '';
  return (
    <>
      <ToggleChoice
        label={t('settings.delivery')}
        hint={t(`settings.speakingHelp.${speaking}`)}
        value={speaking}
        options={[
          { value: 'streamed', name: t('settings.streamed') },
          { value: 'whole', name: t('settings.whole') },
        ]}
        onChange={(next) => onChange({ speaking: next })}
      />
      <ListChoice
        label={t('settings.language')}
        value={language}
        options={[
          { value: '', name: t('settings.asAnswer') },
          ...SPOKEN_LANGUAGES.map((value) => ({ value, name: t(`language.${value}`) })),
        ]}
        onChange={(next) => onChange({ language: next })}
      />
      {voices === undefined ? null : voices === null || voices.length === 0 ? (
        <TextField
          size="small"
          label={t('settings.voiceName')}
          helperText={t('settings.voiceNameHelp')}
          value={speaker}
          onChange={({ target }) => onChange({ speaker: target.value })}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 100 } }}
        />
      ) : (
        <ListChoice
          label={t('settings.voice')}
          hint={t(fitting.length === 0 ? 'settings.noFitting' : 'settings.onlyFitting')}
          value={chosen}
          options={[
            { value: '', name: t('settings.voiceAuto') },
            ...fitting.map(({ id, robot }) => ({
              value: id,
              name: robot ? t('settings.voiceRobot', { voice: id }) : id,
            })),
          ]}
          onChange={(next) => onChange({ speaker: next })}
        />
      )}
    </>
  );
}
