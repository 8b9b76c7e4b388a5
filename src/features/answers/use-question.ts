import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Question } from './settings.ts';
import { readAddress, writeAddress } from './settings.ts';

const SETTLE_MS = 300;

/** The question as it is typed; the page's address follows it, and it follows a link that leads here. */
export function useQuestion(): [Question, (change: Partial<Question>) => void] {
  const [search, setSearch] = useSearchParams();
  const [value, setValue] = useState(() => readAddress(search));
  const written = useRef(writeAddress(value).toString());
  const address = search.toString();

  useEffect(() => {
    // An address that this page has not written itself comes from a link or from going back.
    const incoming = readAddress(new URLSearchParams(address));
    const canonical = writeAddress(incoming).toString();
    if (canonical === written.current) return;
    written.current = canonical;
    setValue(incoming);
  }, [address]);

  useEffect(() => {
    const next = writeAddress(value);
    if (next.toString() === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = next.toString();
      setSearch(next, { replace: true, preventScrollReset: true });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value, setSearch]);

  return [value, (change) => setValue((was) => ({ ...was, ...change }))];
}
