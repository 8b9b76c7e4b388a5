import Alerts from 'virtual:lucide/bell';
import Bot from 'virtual:lucide/bot';
import Equal from 'virtual:lucide/equal';
import Gauge from 'virtual:lucide/gauge';
import KeyRound from 'virtual:lucide/key-round';
import LayoutGrid from 'virtual:lucide/layout-grid';
import Library from 'virtual:lucide/library';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import MessageSquare from 'virtual:lucide/message-square';
import Mic from 'virtual:lucide/mic';
import ScrollText from 'virtual:lucide/scroll-text';
import Server from 'virtual:lucide/server';
import Settings from 'virtual:lucide/settings';
import type { ComponentType } from 'react';
import type { Right } from '#contract/rights.ts';
import type { Access } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import type { ShellState } from './shell-state-context.ts';

export type PageIcon = ComponentType<{ size?: number }>;

export type NavPage = {
  name: 'overview' | 'knowledge' | 'playground' | 'usage' | 'settings';
  to: string;
  Icon: PageIcon;
  /** The addresses during which the item is current. */
  pathPattern: RegExp;
  /** The right without which the page is nothing to whoever looks. */
  right?: Right;
  /** The pages below it show in the rail only while one of the section is open. */
  folded?: boolean;
  children?: readonly ChildPage[];
};

/** A page below another of the rail; the bar of phones has room for the upper one only, which leads to it. */
export type ChildPage = {
  name: 'synonyms' | 'chat' | 'voice' | 'alerts' | 'keys' | 'bots' | 'models' | 'audit';
  to: string;
  Icon: PageIcon;
  /** The call without which the page has nothing to show. */
  operation: Access;
};

/** The pages of the rail, in order. */
const NAV_PAGES: readonly NavPage[] = [
  { name: 'overview', to: paths.overview(), Icon: LayoutGrid, pathPattern: /^\/$/u },
  {
    name: 'knowledge',
    to: paths.knowledge(),
    Icon: Library,
    pathPattern: /^\/(knowledge|units)(\/|$)/u,
    children: [
      {
        name: 'synonyms',
        to: paths.synonyms(),
        Icon: Equal,
        operation: { id: 'listSynonyms', kind: 'extension', right: 'readKnowledge' },
      },
    ],
  },
  {
    name: 'playground',
    to: paths.playground(),
    Icon: MessageCircleQuestionMark,
    pathPattern: /^\/playground/u,
    right: 'ask',
    children: [
      {
        name: 'chat',
        to: paths.chat(),
        Icon: MessageSquare,
        operation: { id: 'streamChat', kind: 'documented', right: 'ask' },
      },
      {
        name: 'voice',
        to: paths.voice(),
        Icon: Mic,
        operation: { id: 'transcribe', kind: 'documented', right: 'ask' },
      },
    ],
  },
  {
    name: 'usage',
    to: paths.usage(),
    Icon: Gauge,
    pathPattern: /^\/usage/u,
    children: [
      {
        name: 'alerts',
        to: paths.alerts(),
        Icon: Alerts,
        operation: { id: 'listAlerts', kind: 'extension', right: 'readReports' },
      },
    ],
  },
  {
    name: 'settings',
    to: paths.settings(),
    Icon: Settings,
    pathPattern: /^\/settings/u,
    folded: true,
    children: [
      {
        name: 'keys',
        to: paths.keys(),
        Icon: KeyRound,
        operation: { id: 'listKeys', kind: 'extension', right: 'manageKeys' },
      },
      {
        name: 'bots',
        to: paths.bots(),
        Icon: Bot,
        operation: { id: 'listBots', kind: 'extension', right: 'readQuota' },
      },
      {
        name: 'models',
        to: paths.modelServers(),
        Icon: Server,
        operation: { id: 'listModels', kind: 'extension', right: 'manageModels' },
      },
      {
        name: 'audit',
        to: paths.audit(),
        Icon: ScrollText,
        operation: { id: 'listAudit', kind: 'extension', right: 'readReports' },
      },
    ],
  },
];

export function findPage(name: NavPage['name']): NavPage {
  const page = NAV_PAGES.find((one) => one.name === name);
  if (page === undefined) throw new Error(`There is no page ${name}`);
  return page;
}

/** The pages that are for whoever has these rights. */
export function visiblePages({ hasPermission }: Pick<ShellState, 'hasPermission'>): readonly NavPage[] {
  return NAV_PAGES.filter(({ right }) => right === undefined || hasPermission?.(right) !== false);
}

/** Whether the gateway serves a call and the key may make it. */
export function canCall(
  { id, kind, right }: Access,
  { hasPermission, extensions }: Pick<ShellState, 'hasPermission' | 'extensions'>,
): boolean {
  return hasPermission?.(right) !== false && (kind === 'documented' || extensions?.includes(id) === true);
}

/** Those below a page that this gateway offers whoever looks. */
export function visibleChildren(
  page: NavPage,
  state: Pick<ShellState, 'hasPermission' | 'extensions'>,
): readonly ChildPage[] {
  return page.children?.filter(({ operation }) => canCall(operation, state)) ?? [];
}
