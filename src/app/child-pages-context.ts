import { type ComponentType, createContext } from 'react';

interface ListedPage {
  name: string;
  path: string;
  Icon: ComponentType<{ size?: number }>;
}

/** The pages below the sections that the gateway offers whoever looks: for a page that lists others, itself on that list. */
export const ChildPagesContext = createContext<readonly ListedPage[]>([]);
