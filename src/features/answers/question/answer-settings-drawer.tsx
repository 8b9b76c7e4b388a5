import { useTranslation } from 'react-i18next';
import { HEADERS } from '#contract/headers.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import {
  ANSWERER_CHOICES,
  type AskSettings,
  changedSettings,
  DEFAULT_ASK_SETTINGS,
  NUMBER_SETTINGS,
  type SettingName,
  sliderStep,
} from '#src/features/answers/ask-settings.ts';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import { ChoiceField, RangeField } from '#src/ui/setting-field.tsx';
import { SettingsDrawer } from '#src/ui/settings-drawer.tsx';
import { disabledReason, useAnswererLabel } from './setting-labels.ts';

type AnswerSettingsDrawerProps = {
  open: boolean;
  names: readonly string[];
  settings: AskSettings;
  onChange: (change: Partial<AskSettings>) => void;
  onClose: () => void;
};

const BOOLEAN_VALUES = ['true', 'false'] as const;

/** Every parameter of a question, with its range and its default. */
export function AnswerSettingsDrawer(props: AnswerSettingsDrawerProps) {
  const { open, names, settings, onChange, onClose } = props;
  const { t } = useTranslation('playground');
  const capabilities = useCapabilities();
  const answererLabel = useAnswererLabel();
  const field = (name: SettingName, parameter: string) => ({
    label: t(`settings.names.${name}`),
    parameter,
    help: t(`settings.help.${name}`),
    note: disabledReason(name, { names, settings }, capabilities, t),
  });
  return (
    <SettingsDrawer
      open={open}
      title={t('settings.title')}
      closeLabel={t('settings.close')}
      resetLabel={t('settings.reset')}
      changed={changedSettings(settings).length > 0}
      onReset={() => onChange(DEFAULT_ASK_SETTINGS)}
      onClose={onClose}
      footer={capabilities?.models.chat === false ? <NoModelServer purpose="chat" level="h3" /> : null}
    >
      <ChoiceField
        {...field('streamed', 'IsStream')}
        value={settings.streamed ? 'true' : 'false'}
        options={BOOLEAN_VALUES.map((value) => ({
          value,
          label: t(value === 'true' ? 'settings.delivery.streamed' : 'settings.delivery.whole'),
        }))}
        onChange={(value) => onChange({ streamed: value === 'true' })}
      />
      {NUMBER_SETTINGS.map((name) => (
        <RangeField
          key={name}
          {...field(name, name)}
          value={settings[name]}
          {...ANSWER_LIMITS[name]}
          step={sliderStep(name)}
          rangeText={t('settings.range', ANSWER_LIMITS[name])}
          outOfRangeText={t(
            sliderStep(name) === 1 ? 'settings.whole' : 'settings.outOfRange',
            ANSWER_LIMITS[name],
          )}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <ChoiceField
        {...field('UpdateGlobal', 'UpdateGlobal')}
        value={settings.UpdateGlobal ? 'true' : 'false'}
        options={BOOLEAN_VALUES.toReversed().map((value) => ({
          value,
          label: t(value === 'true' ? 'settings.on' : 'settings.off'),
        }))}
        onChange={(value) => onChange({ UpdateGlobal: value === 'true' })}
      />
      <ChoiceField
        {...field('answerer', HEADERS.answerer)}
        value={settings.answerer}
        options={ANSWERER_CHOICES.map((value) => ({ value, label: answererLabel(value) }))}
        onChange={(answerer) => onChange({ answerer })}
      />
    </SettingsDrawer>
  );
}
