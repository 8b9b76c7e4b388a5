import type { ComponentType } from 'react';
import type { Right } from '#contract/rights.ts';
import type { Access } from '#src/api/hooks/use-permissions.ts';
import type { TranslationBundle } from '#src/i18n/load-translations.ts';

/** The items of the rail and of the bar of phones, in order. */
export type Section = 'overview' | 'knowledge' | 'playground' | 'tests' | 'usage' | 'settings';

/** An entry of the command palette that leads to a form of a page. */
interface PageAction {
  /** Key of its label and keywords in `shell:palette`. */
  name: string;
  to: string;
  /** The call that the form makes. */
  access: Access;
}

/**
 * What router, rail, command palette and translations need of a page behind the sign-in. `page.ts` of a feature is in the
 * first load, so a definition imports types, paths and nothing else; `load` brings the page.
 */
export interface PageDefinition {
  /** Of a page in the rail also the key of its label in `shell`. */
  name: string;
  /** A pattern of `routePatterns`. */
  path: string;
  /** A second pattern of the same page, which keeps its state from one to the other. */
  alsoAt?: string;
  /** Current in the rail while the page is open; the page of that name is what the item opens. */
  section: Section;
  /** The right without which the page of a section is nothing to whoever looks. */
  right?: Right;
  /** The pages below a section show in the rail only while one of the section is open. */
  folded?: true;
  /** The label in `shell` beside the pages below, where these are tabs on narrow screens. */
  tab?: string;
  /** The call without which the page has nothing to show. A page below a section is in the rail only with one. */
  access?: Access;
  actions?: readonly PageAction[];
  /** The words that the page says beside those of the frame. */
  words: readonly TranslationBundle[];
  load: () => Promise<ComponentType>;
}
