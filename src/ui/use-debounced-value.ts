import { useEffect, useState } from 'react';

/** The text once it has stayed the same for so many milliseconds. */
export function useDebouncedValue(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}
