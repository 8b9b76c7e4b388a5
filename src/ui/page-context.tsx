import { createContext, use } from 'react';

/** The frame around pages listens here: it moves focus to the heading and announces the title. */
export type PageMountListener = (title: string, heading: HTMLElement | null) => void;

const PageContext = createContext<PageMountListener>(() => {});

export const PageListenerProvider = PageContext;

export function usePageListener(): PageMountListener {
  return use(PageContext);
}
