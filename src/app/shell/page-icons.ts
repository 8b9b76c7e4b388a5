import Alerts from 'virtual:lucide/bell';
import Bot from 'virtual:lucide/bot';
import Equal from 'virtual:lucide/equal';
import FilePen from 'virtual:lucide/file-pen';
import FilePlus from 'virtual:lucide/file-plus-2';
import Gauge from 'virtual:lucide/gauge';
import Inbox from 'virtual:lucide/inbox';
import KeyRound from 'virtual:lucide/key-round';
import LayoutGrid from 'virtual:lucide/layout-grid';
import Library from 'virtual:lucide/library';
import ListChecks from 'virtual:lucide/list-checks';
import ListPlus from 'virtual:lucide/list-plus';
import ListTodo from 'virtual:lucide/list-todo';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import MessageSquare from 'virtual:lucide/message-square';
import MessageSquarePlus from 'virtual:lucide/message-square-plus';
import Mic from 'virtual:lucide/mic';
import ScrollText from 'virtual:lucide/scroll-text';
import Server from 'virtual:lucide/server';
import Settings from 'virtual:lucide/settings';
import Users from 'virtual:lucide/users';
import type { ComponentType } from 'react';
import type { ChildPage, PageActionName, SectionPage } from './navigation.ts';

export type PageIcon = ComponentType<{ size?: number }>;

/** Apart from the definitions of the pages, which are in the first load. */
export const PAGE_ICONS: Record<(SectionPage | ChildPage)['name'], PageIcon> = {
  overview: LayoutGrid,
  knowledge: Library,
  drafts: FilePen,
  synonyms: Equal,
  playground: MessageCircleQuestionMark,
  chat: MessageSquare,
  voice: Mic,
  tests: ListChecks,
  testBatch: ListPlus,
  inbox: Inbox,
  usage: Gauge,
  alerts: Alerts,
  settings: Settings,
  people: Users,
  keys: KeyRound,
  bots: Bot,
  models: Server,
  jobs: ListTodo,
  audit: ScrollText,
};

export const ACTION_ICONS: Record<PageActionName, PageIcon> = {
  addKnowledge: FilePlus,
  newChat: MessageSquarePlus,
  newKey: KeyRound,
};
