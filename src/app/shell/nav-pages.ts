import Gauge from 'virtual:lucide/gauge';
import LayoutGrid from 'virtual:lucide/layout-grid';
import Library from 'virtual:lucide/library';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import Settings from 'virtual:lucide/settings';
import type { ComponentType } from 'react';
import type { OperationId, OperationOf } from '#contract/operations/index.ts';
import type { Right } from '#contract/rights.ts';
import { paths } from '#src/paths.ts';
import type { ShellState } from './shell-state-context.ts';

export type NavPage = {
  name: 'overview' | 'knowledge' | 'playground' | 'usage' | 'settings';
  to: string;
  Icon: ComponentType<{ size?: number }>;
  /** The addresses during which the item is current. */
  pathPattern: RegExp;
  /** The right without which the page is nothing to whoever looks. */
  right?: Right;
  children?: readonly ChildPage[];
};

/** A page below another of the rail; the bar of phones has room for the upper one only, which leads to it. */
type ChildPage = { name: 'chat' | 'voice'; to: string; right: Right };

type HiddenPage = {
  name: 'synonyms' | 'keys' | 'bots' | 'alerts' | 'models' | 'audit';
  to: string;
  /** The extension without which the page has nothing to show. */
  operation: { [Id in OperationId]: Pick<OperationOf<Id>, 'id' | 'right'> }[OperationId];
};

/** Pages that others lead to: not in the rail, but found by their name. */
export const hiddenPages: readonly HiddenPage[] = [
  { name: 'synonyms', to: paths.synonyms(), operation: { id: 'listSynonyms', right: 'readKnowledge' } },
  { name: 'alerts', to: paths.alerts(), operation: { id: 'listAlerts', right: 'readReports' } },
  { name: 'keys', to: paths.keys(), operation: { id: 'listKeys', right: 'manageKeys' } },
  { name: 'bots', to: paths.bots(), operation: { id: 'listBots', right: 'readQuota' } },
  { name: 'models', to: paths.modelServers(), operation: { id: 'listModels', right: 'manageModels' } },
  { name: 'audit', to: paths.audit(), operation: { id: 'listAudit', right: 'readReports' } },
];

/** The pages of the rail, in order. */
const NAV_PAGES: readonly NavPage[] = [
  { name: 'overview', to: paths.overview(), Icon: LayoutGrid, pathPattern: /^\/$/u },
  { name: 'knowledge', to: paths.knowledge(), Icon: Library, pathPattern: /^\/(knowledge|units)(\/|$)/u },
  {
    name: 'playground',
    to: paths.playground(),
    Icon: MessageCircleQuestionMark,
    pathPattern: /^\/playground/u,
    right: 'ask',
    children: [
      { name: 'chat', to: paths.chat(), right: 'ask' },
      { name: 'voice', to: paths.voice(), right: 'ask' },
    ],
  },
  { name: 'usage', to: paths.usage(), Icon: Gauge, pathPattern: /^\/usage/u },
  { name: 'settings', to: paths.settings(), Icon: Settings, pathPattern: /^\/settings/u },
];

/** The pages that are for whoever has these rights. */
export function visiblePages({ hasPermission }: Pick<ShellState, 'hasPermission'>): readonly NavPage[] {
  return NAV_PAGES.filter(({ right }) => right === undefined || hasPermission?.(right) !== false);
}

/** Those below a page that are for whoever has these rights. */
export function visibleChildren(
  page: NavPage,
  { hasPermission }: Pick<ShellState, 'hasPermission'>,
): readonly ChildPage[] {
  return page.children?.filter(({ right }) => hasPermission?.(right) !== false) ?? [];
}
