import type { TFunction } from 'i18next';
import type { Capabilities } from '#contract/capabilities.ts';
import type { Formats } from '#src/i18n/formats.ts';
import type { AskSettings, SettingName } from './settings.ts';

/** A setting's value as people read it. */
export function wordSetting(
  name: SettingName,
  value: AskSettings[SettingName],
  t: TFunction<'playground'>,
  formats: Formats,
  writes: boolean,
): string {
  if (typeof value === 'number') return formats.number(value);
  if (name === 'streamed') return t(value ? 'settings.delivery.streamed' : 'settings.delivery.whole');
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
  return t(`settings.answerer.${value === 'default' && writes ? 'written' : value}`);
}

/** Why a setting changes nothing now; undefined when it counts, or when the gateway does not say what it has. */
export function inertBecause(
  name: SettingName,
  { names, settings }: { names: readonly string[]; settings: AskSettings },
  capabilities: Capabilities | null | undefined,
  t: TFunction<'playground'>,
): string | undefined {
  const modelless = capabilities?.models.chat === false;
  const quoted = settings.answerer !== 'default';
  if (name === 'Temperature' && (modelless || quoted)) return t('settings.inert.Temperature');
  if (name === 'MaxOutputTokens' && settings.answerer === 'none') return t('settings.inert.MaxOutputTokens');
  if (name === 'streamed' && names.length === 0) return t('settings.inert.streamed');
  return undefined;
}
