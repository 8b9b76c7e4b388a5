import { createContext, use } from 'react';

/** Whether keys act without a modifier on whole pages: a preference, as speech input and slips press them too. */
export const SingleKeysContext = createContext(true);

export const useSingleKeys = (): boolean => use(SingleKeysContext);
