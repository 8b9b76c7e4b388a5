import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from './conversation.ts';

/** Says politely that an answer has begun and how it ended; its words are read where they stand. */
export function AnswerAnnouncer({ version }: { version: Version | undefined }) {
  const { t } = useTranslation('chat');
  // Of an answer that was there already there is nothing to tell.
  const [heard, setHeard] = useState<string>();
  const writing = version?.standing === 'writing';
  if (writing && heard !== version.id) setHeard(version.id);
  const words =
    version === undefined || heard !== version.id
      ? ''
      : version.standing !== 'writing'
        ? t(`announce.${version.standing}`)
        : version.text === ''
          ? ''
          : t('announce.begun');
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {words}
    </div>
  );
}
