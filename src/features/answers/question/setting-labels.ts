import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import type { Formats } from '#src/i18n/formats.ts';
import type { AskSettings, SettingName } from '#src/ui/run/ask-settings.ts';

/** True where this bot is known to have a chat model, which then answers by default. */
export function useHasChatModel(): boolean {
  return useCapabilities()?.models.chat === true;
}

/** The label of an answerer; the default is named by what it is where that is known. */
export function useAnswererLabel(): (answerer: AskSettings['answerer']) => string {
  const { t } = useTranslation('playground');
  const hasChatModel = useHasChatModel();
  return (answerer) =>
    t(`settings.answerer.${answerer === 'default' && hasChatModel ? 'written' : answerer}`);
}

/** A setting's value as people read it. */
export function formatSetting(
  name: SettingName,
  value: AskSettings[SettingName],
  t: TFunction<'playground'>,
  formats: Formats,
  hasChatModel: boolean,
): string {
  if (typeof value === 'number') return formats.number(value);
  if (name === 'streamed') return t(value ? 'settings.delivery.streamed' : 'settings.delivery.whole');
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
  return t(`settings.answerer.${value === 'default' && hasChatModel ? 'written' : value}`);
}

/** Why a setting has no effect now; undefined when it has one, or when the gateway does not report its models. */
export function disabledReason(
  name: SettingName,
  { settings, readsStreams, streams }: { settings: AskSettings; readsStreams: boolean; streams: boolean },
  capabilities: Capabilities | null | undefined,
  t: TFunction<'playground'>,
): string | undefined {
  const hasNoChatModel = capabilities?.models.chat === false;
  const quoted = settings.answerer !== 'default';
  if (name === 'Temperature' && (hasNoChatModel || quoted)) return t('settings.inert.Temperature');
  if (name === 'MaxOutputTokens' && settings.answerer === 'none') return t('settings.inert.MaxOutputTokens');
  if (name === 'streamed' && !readsStreams) return t('settings.inert.askedWhole');
  if (name === 'streamed' && !streams) return t('settings.inert.streamed');
  return undefined;
}
