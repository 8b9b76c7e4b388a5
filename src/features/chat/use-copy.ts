import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies from a menu, which is gone by the time that it is done: `words` say how it went, for a while. */
export function useCopy(): { words: string; copy: (text: string) => Promise<void> } {
  const { t } = useTranslation('common');
  const [words, setWords] = useState('');
  useEffect(() => {
    if (words === '') return undefined;
    const timer = setTimeout(() => setWords(''), 3000);
    return () => clearTimeout(timer);
  }, [words]);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setWords(t('copied')),
      () => setWords(t('copyFailed')),
    );
  return { words, copy };
}
