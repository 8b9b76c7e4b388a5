import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerVersion } from '#src/features/chat/conversations/conversation.ts';

/** Announces the start and the outcome of an answer, not its words. */
export function AnswerAnnouncer({ version }: { version: AnswerVersion | undefined }) {
  const { t } = useTranslation('chat');
  const [mountedAt] = useState(() => Date.now());
  const announcement = () => {
    // An answer that is older than the page is not announced.
    if (version === undefined || version.begun < mountedAt) return '';
    if (version.status !== 'writing') return t(`announce.${version.status}`);
    return version.text === '' ? '' : t('announce.begun');
  };
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {announcement()}
    </div>
  );
}
