import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import type { TextValues } from './text-form.ts';

/** Writing to the storage of a tab blocks the page, for longer the more it holds. */
const SAVE_INTERVAL_MS = 500;

/** What somebody typed and left, with the version of the text that it was begun from. */
type Unsaved<Base> = { values: TextValues; base: Base };

/** The storage of this tab for one text; a storage that is full or refused keeps nothing. */
function createKeeper<Base>(name: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: (() => Unsaved<Base> | undefined) | undefined;
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };
  const write = (unsaved: Unsaved<Base> | undefined) =>
    attempt(() =>
      unsaved === undefined
        ? sessionStorage.removeItem(name)
        : sessionStorage.setItem(name, JSON.stringify(unsaved)),
    );
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  };
  const flush = () => {
    const takeUnsaved = pending;
    stop();
    if (takeUnsaved !== undefined) write(takeUnsaved());
  };
  return {
    unsaved:
      attempt(() => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Unsaved<Base> | null) ?? undefined,
    /** Writes what `takeUnsaved` gives, soon; undefined: nothing is unsaved. */
    keep: (takeUnsaved: () => Unsaved<Base> | undefined) => {
      pending = takeUnsaved;
      timer ??= setTimeout(flush, SAVE_INTERVAL_MS);
    },
    /** Writes now what waits to be written. */
    flush,
    forget: () => {
      stop();
      write(undefined);
    },
  };
}
export type TextKeeper<Base = unknown> = ReturnType<typeof createKeeper<Base>>;

/** What this tab holds of a text that was not saved. `of`: the text. */
export function useTextKeeper<Base>(of: string): TextKeeper<Base> {
  const { id } = useConnection();
  const [keeper] = useState(() => createKeeper<Base>(`fihrist.write.${id}.${of}`));
  return keeper;
}

/** Keeps what is typed over leaving and reloading the page. `saved`: the values of `base`, the version that was begun from. */
export function useKeepText<Base>(
  form: UseFormReturn<TextValues>,
  keeper: TextKeeper<Base>,
  { base, saved }: { base: Base; saved: TextValues },
): void {
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () =>
        keeper.keep(() => {
          const values = form.getValues();
          return JSON.stringify(values) === JSON.stringify(saved) ? undefined : { values, base };
        }),
    });
    globalThis.addEventListener('pagehide', keeper.flush);
    return () => {
      globalThis.removeEventListener('pagehide', keeper.flush);
      unsubscribe();
      keeper.flush();
    };
  }, [form, keeper, base, saved]);
}
