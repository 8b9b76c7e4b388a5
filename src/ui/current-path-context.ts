import { createContext } from 'react';

/** Path of the address, also while the page of another address is still on screen: pages are left in transitions. */
export const CurrentPathContext = createContext((): string => globalThis.location.pathname);
