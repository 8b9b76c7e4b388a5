import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import type { AskSettings } from './settings.ts';

/** True where this bot is known to have a chat model, which then answers unless told otherwise. */
export function useWrites(): boolean {
  return useCapabilities()?.models.chat === true;
}

/** Who answers, in words: what the gateway does by itself is named where it is known. */
export function useAnswererWords(): (answerer: AskSettings['answerer']) => string {
  const { t } = useTranslation('playground');
  const writes = useWrites();
  return (answerer) => t(`settings.answerer.${answerer === 'default' && writes ? 'written' : answerer}`);
}
