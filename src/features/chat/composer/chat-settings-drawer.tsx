import { useTranslation } from 'react-i18next';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import {
  type ChatSettings,
  changedSettings,
  DEFAULT_CHAT_SETTINGS,
  INITIAL_VALUES,
  NUMBER_RANGES,
  NUMBER_SETTINGS,
  sliderStep,
} from '#src/features/chat/chat-settings.ts';
import { ChoiceField, RangeField } from '#src/ui/setting-field.tsx';
import { SettingsDrawer } from '#src/ui/settings-drawer.tsx';

type ChatSettingsDrawerProps = {
  open: boolean;
  settings: ChatSettings;
  onChange: (change: Partial<ChatSettings>) => void;
  onClose: () => void;
};

/** Every parameter of a message; one that is not set is left to the server. */
export function ChatSettingsDrawer({ open, settings, onChange, onClose }: ChatSettingsDrawerProps) {
  const { t } = useTranslation('chat');
  const { isAskedWhole } = useAskedWhole();
  return (
    <SettingsDrawer
      open={open}
      title={t('settings.title')}
      closeLabel={t('settings.close')}
      resetLabel={t('settings.reset')}
      changed={changedSettings(settings).length > 0}
      onReset={() => onChange({ ...DEFAULT_CHAT_SETTINGS, style: settings.style })}
      onClose={onClose}
    >
      {NUMBER_SETTINGS.map((name) => (
        <RangeField
          key={name}
          label={t(`settings.names.${name}`)}
          parameter={name}
          help={t(`settings.help.${name}`)}
          value={settings[name]}
          {...NUMBER_RANGES[name]}
          step={sliderStep(name)}
          rangeText={t('settings.range', NUMBER_RANGES[name])}
          outOfRangeText={t('settings.outOfRange', NUMBER_RANGES[name])}
          server={{
            serverLabel: t('settings.asServer'),
            ownLabel: t('settings.own'),
            initial: INITIAL_VALUES[name],
            onServer: () => onChange({ [name]: null }),
          }}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <ChoiceField
        label={t('settings.names.streamed')}
        help={t('settings.help.streamed')}
        note={isAskedWhole('streamChat') ? t('settings.askedWhole') : undefined}
        value={settings.streamed ? 'streamed' : 'whole'}
        options={(['streamed', 'whole'] as const).map((value) => ({
          value,
          label: t(`settings.delivery.${value}`),
        }))}
        onChange={(next) => onChange({ streamed: next === 'streamed' })}
      />
    </SettingsDrawer>
  );
}
