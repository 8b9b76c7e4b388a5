import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { SPOKEN_LANGUAGES } from '#contract/speech.ts';
import type { Voices } from '#src/api/speech-client.ts';
import { typedDirection } from '#src/components/typed-direction.ts';
import { ListChoice, ToggleChoice } from './choices.tsx';
import { fittingVoices } from './fitting-voices.ts';
import type { VoiceSettings } from './settings.ts';

type SpeakingSettingsProps = {
  settings: VoiceSettings;
  voices: Voices | undefined;
  spoken: string;
  onChange: (change: Partial<VoiceSettings>) => void;
};

const TYPED = 'typed';
const listed = (id: string) => `listed ${id}`;

/** In which language and by whom the answer is spoken: only voices that speak it are offered, or any name where the server tells none. */
export function SpeakingSettings({ settings, voices, spoken, onChange }: SpeakingSettingsProps) {
  const { t } = useTranslation('voice');
  const { speaking, language, speaker, named } = settings;
  const fitting = fittingVoices(voices?.items ?? [], spoken);
  const chosen = fitting.find(({ id }) => id === speaker);
  const open = voices?.open === true;
  const typed = open && named.trim() !== '';
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
      {voices === undefined || voices.items.length === 0 ? null : (
        <ListChoice
          label={t('settings.voice')}
          hint={typed ? null : t(fitting.length === 0 ? 'settings.noFitting' : 'settings.onlyFitting')}
          value={typed ? TYPED : chosen === undefined ? '' : listed(chosen.id)}
          options={[
            { value: '', name: t('settings.voiceAuto') },
            ...fitting.map(({ id, robot }) => ({
              value: listed(id),
              name: robot ? t('settings.voiceRobot', { voice: id }) : id,
            })),
            ...(typed ? [{ value: TYPED, name: t('settings.voiceTyped') }] : []),
          ]}
          onChange={(next) => {
            const id = fitting.find((voice) => listed(voice.id) === next)?.id ?? '';
            onChange({ speaker: id, named: '' });
          }}
        />
      )}
      {open ? (
        <TextField
          size="small"
          label={t('settings.voiceName')}
          helperText={t(voices.items.length === 0 ? 'settings.voiceNameHelp' : 'settings.voiceNameBeside')}
          value={named}
          onChange={({ target }) => onChange({ named: target.value })}
          slotProps={{ htmlInput: { dir: typedDirection(named), maxLength: 100 } }}
        />
      ) : null}
    </>
  );
}
