import Gauge from 'lucide-react/icons/gauge';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Library from 'lucide-react/icons/library';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import Settings from 'lucide-react/icons/settings';
import type { ComponentType } from 'react';
import type { EndpointId } from '#contract/endpoints.ts';
import { paths } from '#src/paths.ts';
import type { ShellState } from '../shell-state.ts';

export type Page = {
  name: 'overview' | 'knowledge' | 'playground' | 'usage' | 'settings';
  to: string;
  Icon: ComponentType<{ size?: number }>;
  /** The addresses during which the item is current. */
  owns: RegExp;
  /** The call without which the page is nothing to whoever looks. */
  needs?: EndpointId;
  below?: readonly PageBelow[];
};

/** A page below another of the rail; the bar of phones has room for the upper one only, which leads to it. */
type PageBelow = { name: 'chat' | 'voice'; to: string; needs: EndpointId };

type SubPage = {
  name: 'synonyms' | 'keys' | 'bots' | 'alerts' | 'models' | 'audit';
  to: string;
  /** Id of the extension without which the page has nothing to show. */
  needs: EndpointId;
};

/** Pages that others lead to: not in the rail, but found by their name. */
export const subPages: readonly SubPage[] = [
  { name: 'synonyms', to: paths.synonyms(), needs: 'listSynonyms' },
  { name: 'alerts', to: paths.alerts(), needs: 'listAlerts' },
  { name: 'keys', to: paths.keys(), needs: 'listKeys' },
  { name: 'bots', to: paths.bots(), needs: 'listBots' },
  { name: 'models', to: paths.modelServers(), needs: 'listModels' },
  { name: 'audit', to: paths.audit(), needs: 'listAudit' },
];

/** The pages of the rail, in order. */
export const pages: readonly Page[] = [
  { name: 'overview', to: paths.overview(), Icon: LayoutGrid, owns: /^\/$/u },
  { name: 'knowledge', to: paths.knowledge(), Icon: Library, owns: /^\/(knowledge|units)(\/|$)/u },
  {
    name: 'playground',
    to: paths.playground(),
    Icon: MessageCircleQuestionMark,
    owns: /^\/playground/u,
    needs: 'answer',
    below: [
      { name: 'chat', to: paths.chat(), needs: 'streamChat' },
      { name: 'voice', to: paths.voice(), needs: 'transcribe' },
    ],
  },
  { name: 'usage', to: paths.usage(), Icon: Gauge, owns: /^\/usage/u },
  { name: 'settings', to: paths.settings(), Icon: Settings, owns: /^\/settings/u },
];

/** The pages that are for whoever has these rights. */
export function pagesFor({ may }: Pick<ShellState, 'may'>): readonly Page[] {
  return pages.filter(({ needs }) => needs === undefined || may?.(needs) !== false);
}

/** Those below a page that are for whoever has these rights. */
export function pagesBelow(page: Page, { may }: Pick<ShellState, 'may'>): readonly PageBelow[] {
  return page.below?.filter(({ needs }) => may?.(needs) !== false) ?? [];
}
