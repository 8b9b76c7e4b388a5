import { type ComponentType, createContext } from 'react';

interface ListedPage {
  name: string;
  path: string;
  Icon: ComponentType<{ size?: number }>;
}

/** Visible pages below the sections. A page that lists pages leaves itself out. */
export const ChildPagesContext = createContext<readonly ListedPage[]>([]);
