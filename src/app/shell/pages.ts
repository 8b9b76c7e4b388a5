import Gauge from 'lucide-react/icons/gauge';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Library from 'lucide-react/icons/library';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import Settings from 'lucide-react/icons/settings';
import type { ComponentType } from 'react';
import type { EndpointId } from '#contract/endpoints.ts';
import { paths } from '#src/paths.ts';

type Page = {
  name: 'overview' | 'knowledge' | 'playground' | 'usage' | 'settings';
  to: string;
  Icon: ComponentType<{ size?: number }>;
  /** The addresses during which the item is current. */
  owns: RegExp;
};

type SubPage = {
  name: 'synonyms';
  to: string;
  /** Id of the extension without which the page has nothing to show. */
  needs: EndpointId;
};

/** Pages that others lead to: not in the rail, but found by their name. */
export const subPages: readonly SubPage[] = [
  { name: 'synonyms', to: paths.synonyms(), needs: 'listSynonyms' },
];

/** The pages of the rail, in order. */
export const pages: readonly Page[] = [
  { name: 'overview', to: paths.overview(), Icon: LayoutGrid, owns: /^\/$/u },
  { name: 'knowledge', to: paths.knowledge(), Icon: Library, owns: /^\/(knowledge|units)(\/|$)/u },
  { name: 'playground', to: paths.playground(), Icon: MessageCircleQuestionMark, owns: /^\/playground/u },
  { name: 'usage', to: paths.usage(), Icon: Gauge, owns: /^\/usage/u },
  { name: 'settings', to: paths.settings(), Icon: Settings, owns: /^\/settings/u },
];
