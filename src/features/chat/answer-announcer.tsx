import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from './conversation.ts';

/** Says politely that an answer has begun and how it ended; its words are read where they stand. */
export function AnswerAnnouncer({ version }: { version: Version | undefined }) {
  const { t } = useTranslation('chat');
  const [opened] = useState(() => Date.now());
  const tell = () => {
    // Of an answer that was there before the page there is nothing to tell.
    if (version === undefined || version.begun < opened) return '';
    if (version.standing !== 'writing') return t(`announce.${version.standing}`);
    return version.text === '' ? '' : t('announce.begun');
  };
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {tell()}
    </div>
  );
}
