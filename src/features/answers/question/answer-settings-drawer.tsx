import { useTranslation } from 'react-i18next';
import { HEADERS } from '#contract/headers.ts';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import { UNNAMED_FIELDS, type UnnamedField } from '#contract/unnamed-fields.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { NoModelServer } from '#src/ui/model/no-model-server.tsx';
import {
  ANSWERER_CHOICES,
  type AskSettings,
  changedSettings,
  DEFAULT_ASK_SETTINGS,
  NUMBER_SETTINGS,
  type SettingName,
  sliderStep,
  unsentSettings,
} from '#src/ui/run/ask-settings.ts';
import { ChoiceField, RangeField } from '#src/ui/setting-field.tsx';
import { SettingsDrawer } from '#src/ui/settings-drawer.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { disabledReason, useAnswererLabel } from './setting-labels.ts';

type AnswerSettingsDrawerProps = {
  open: boolean;
  /** Whether a question can be streamed. */
  streams: boolean;
  settings: AskSettings;
  onChange: (change: Partial<AskSettings>) => void;
  onClose: () => void;
};

const BOOLEAN_VALUES = ['true', 'false'] as const;

/** Settings unavailable on a gateway without capabilities; fields can be named for such a gateway, headers cannot. */
function UnsentNote({ names }: { names: readonly SettingName[] }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const field = UNNAMED_FIELDS.find((candidate) => names.some((name) => name === candidate));
  const list = formats.list(names.map((name) => t(`settings.names.${name}`)));
  return (
    <SmallText>
      {t('settings.unsent', { names: list })}{' '}
      {field === undefined ? null : (
        <TextLink to={paths.settings(field)} underline="always">
          {t('settings.nameFields')}
        </TextLink>
      )}
    </SmallText>
  );
}

/** Every parameter of a question, with its range and its default. */
export function AnswerSettingsDrawer(props: AnswerSettingsDrawerProps) {
  const { open, streams, settings, onChange, onClose } = props;
  const { t } = useTranslation('playground');
  const capabilities = useCapabilities();
  const answererLabel = useAnswererLabel();
  const recipient = useRecipient();
  const unsent = unsentSettings(recipient);
  const isShown = (name: SettingName) => !unsent.includes(name);
  const parameterOf = (name: UnnamedField) =>
    (recipient.announced ? undefined : recipient.connection.fieldNames?.[name]) ?? name;
  const { isAskedWhole } = useAskedWhole();
  const readsStreams = !isAskedWhole(streamAnswer.id);
  /** Settings beyond the interface carry a note. */
  const help = (name: SettingName) =>
    t(
      !recipient.announced && (name === 'MaxLimit' || name === 'UpdateGlobal')
        ? `settings.foreignHelp.${name}`
        : `settings.help.${name}`,
    );
  const field = (name: SettingName, parameter: string) => ({
    label: t(`settings.names.${name}`),
    parameter,
    help: help(name),
    note: disabledReason(name, { settings, readsStreams, streams }, capabilities, t),
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
      footer={
        <>
          {capabilities?.models.chat === false ? <NoModelServer purpose="chat" level="h3" /> : null}
          {unsent.length === 0 ? null : <UnsentNote names={unsent} />}
        </>
      }
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
      {NUMBER_SETTINGS.filter(isShown).map((name) => (
        <RangeField
          key={name}
          {...field(name, name === 'MaxLimit' ? parameterOf(name) : name)}
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
      {isShown('UpdateGlobal') ? (
        <ChoiceField
          {...field('UpdateGlobal', parameterOf('UpdateGlobal'))}
          value={settings.UpdateGlobal ? 'true' : 'false'}
          options={BOOLEAN_VALUES.toReversed().map((value) => ({
            value,
            label: t(value === 'true' ? 'settings.on' : 'settings.off'),
          }))}
          onChange={(value) => onChange({ UpdateGlobal: value === 'true' })}
        />
      ) : null}
      {isShown('answerer') ? (
        <ChoiceField
          {...field('answerer', HEADERS.answerer)}
          value={settings.answerer}
          options={ANSWERER_CHOICES.map((value) => ({ value, label: answererLabel(value) }))}
          onChange={(answerer) => onChange({ answerer })}
        />
      ) : null}
    </SettingsDrawer>
  );
}
