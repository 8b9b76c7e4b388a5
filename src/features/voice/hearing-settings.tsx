import { useTranslation } from 'react-i18next';
import { RECOGNISED_LANGUAGES } from '#contract/speech.ts';
import { ListChoice, ToggleChoice } from './choices.tsx';
import { SecondsField } from './seconds-field.tsx';
import type { VoiceSettings } from './settings.ts';
import { WHOLE_TARGETS } from './settings.ts';

type HearingSettingsProps = {
  settings: VoiceSettings;
  onChange: (change: Partial<VoiceSettings>) => void;
};

/** What endpoints 8 and 9 are asked; what only the streamed one has is greyed out for the other. */
export function HearingSettings({ settings, onChange }: HearingSettingsProps) {
  const { t } = useTranslation('voice');
  const { model, hearing, source, task, target } = settings;
  const whole = hearing === 'whole';
  const named = (codes: typeof RECOGNISED_LANGUAGES | typeof WHOLE_TARGETS) =>
    codes.map((value) => ({ value, name: t(`language.${value}`) }));
  return (
    <>
      <ToggleChoice
        label={t('settings.model')}
        hint={t(`settings.modelHelp.${model}`)}
        value={model}
        options={[
          { value: 'v1', name: 'v1' },
          { value: 'v2', name: 'v2' },
        ]}
        onChange={(next) => onChange({ model: next })}
      />
      <ToggleChoice
        label={t('settings.delivery')}
        hint={t(`settings.hearingHelp.${hearing}`)}
        value={hearing}
        options={[
          { value: 'streamed', name: t('settings.streamed') },
          { value: 'whole', name: t('settings.whole') },
        ]}
        onChange={(next) => onChange({ hearing: next })}
      />
      <ListChoice
        label={t('settings.source')}
        value={source}
        disabled={whole}
        options={[{ value: '', name: t('settings.unknown') }, ...named(RECOGNISED_LANGUAGES)]}
        onChange={(next) => onChange({ source: next })}
      />
      <ToggleChoice
        label={t('settings.task')}
        value={task}
        disabled={whole}
        options={[
          { value: 'Transcript', name: t('settings.transcript') },
          { value: 'Translate', name: t('settings.translate') },
        ]}
        onChange={(next) => onChange({ task: next })}
      />
      <ListChoice
        label={t('settings.target')}
        value={whole && !WHOLE_TARGETS.some((one) => one === target) ? '' : target}
        options={[
          { value: '', name: t('settings.asSpoken') },
          ...named(whole ? WHOLE_TARGETS : RECOGNISED_LANGUAGES),
        ]}
        onChange={(next) => onChange({ target: next })}
      />
      <SecondsField value={settings.maxSeconds} onChange={(maxSeconds) => onChange({ maxSeconds })} />
    </>
  );
}
