import { createContext, use } from 'react';

/** The frame around pages listens here: it moves focus to the heading and announces the title. */
export type PageListener = (title: string, heading: HTMLElement | null) => void;

const PageContext = createContext<PageListener>(() => {});

export const PageListenerProvider = PageContext;

export function usePageListener(): PageListener {
  return use(PageContext);
}
