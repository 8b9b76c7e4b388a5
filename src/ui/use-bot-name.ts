import { useTranslation } from 'react-i18next';
import { defaultBotName } from '#contract/bots.ts';

export type NamedBot = { id: number; name: string };

/** A bot as pages name it: as a person named it, else by its number in the language of the page. */
export function useBotName(): (bot: NamedBot) => string {
  const { t } = useTranslation('shell');
  return ({ id, name }) => (name === defaultBotName(id) ? t('bot', { bot: String(id) }) : name);
}
