import FileText from 'virtual:lucide/file-text';
import LogOut from 'virtual:lucide/log-out';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import Repeat from 'virtual:lucide/repeat';
import Sparkles from 'virtual:lucide/sparkles';
import TextQuote from 'virtual:lucide/text-quote';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { foldText } from '#common/fold-text.ts';
import { paths } from '#src/paths.ts';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import { useLanguageSwitch, useThemeSwitch } from './language-and-theme-toggles.tsx';
import {
  type ChildPage,
  canCall,
  type SectionPage,
  visibleActions,
  visibleChildren,
  visibleSections,
} from './navigation.ts';
import { ACTION_ICONS, PAGE_ICONS } from './page-icons.ts';
import type { SearchOption } from './search-dialog.tsx';
import { useShellState } from './shell-state-context.ts';
import { useBotSwitch } from './use-bot-switch.ts';

type PaletteOption = SearchOption & {
  /** Further search terms for the option. */
  keywords?: string;
};

const ARTICLE = /^(?:ال|لل)(?=\p{L}{2})/u;

/** The words of a query as names are searched for them: folded, in Arabic also without the article. */
function foldQuery(query: string): readonly string[] {
  const folded = foldText(query);
  return folded === '' ? [] : folded.split(' ').map((word) => word.replace(ARTICLE, ''));
}

const holdsAll = (words: readonly string[], { label, keywords = '' }: PaletteOption): boolean => {
  const text = foldText(`${label} ${keywords}`);
  return words.every((word) => text.includes(word));
};

const leads = (query: string, options: readonly PaletteOption[]): boolean =>
  query !== '' && options.some(({ label }) => foldText(label).startsWith(foldText(query)));

function usePages(): readonly PaletteOption[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shellState = useShellState();
  const pages: readonly (SectionPage | ChildPage)[] = visibleSections(shellState).flatMap((page) => [
    page,
    ...visibleChildren(shellState, page.name),
  ]);
  return pages.map(({ name, path }) => ({
    key: name,
    group: t('searchPages'),
    label: t(name),
    Icon: PAGE_ICONS[name],
    onChoose: () => void navigate(path),
  }));
}

/** From so many on, bots are not listed before something is typed. */
const MANY_BOTS = 6;

function useActions(query: string): readonly PaletteOption[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shellState = useShellState();
  const botName = useBotName();
  const switchTo = useBotSwitch();
  const language = useLanguageSwitch();
  const theme = useThemeSwitch();
  const { bots = [], connection, signOut } = shellState;
  const group = t('palette.actions');
  return [
    ...visibleActions(shellState).map(({ name, to }) => ({
      key: name,
      group,
      label: t(`palette.${name}`),
      keywords: t(`palette.keywords.${name}`),
      Icon: ACTION_ICONS[name],
      onChoose: () => void navigate(to),
    })),
    {
      key: 'theme',
      group,
      label: theme.label,
      keywords: t('palette.keywords.theme'),
      Icon: theme.Icon,
      onChoose: theme.onSwitch,
    },
    {
      key: 'language',
      group,
      label: language.label,
      keywords: t('palette.keywords.language'),
      Icon: language.Icon,
      onChoose: language.onSwitch,
    },
    ...bots
      .filter(({ id }) => String(id) !== connection?.bot && (query !== '' || bots.length < MANY_BOTS))
      .map((bot) => ({
        key: `bot ${bot.id}`,
        group,
        label: t('palette.switchBot', { name: botName(bot) }),
        Icon: Repeat,
        onChoose: () => switchTo(bot.id),
      })),
    ...(signOut === undefined
      ? []
      : [
          {
            key: 'signOut',
            group,
            label: t('signOut'),
            keywords: t('palette.keywords.signOut'),
            Icon: LogOut,
            onChoose: () => void signOut(),
          },
        ]),
  ];
}

/** Units that the gateway found for the query. */
function useUnits(query: string): { units: readonly PaletteOption[]; searching: boolean } {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { connection, searchUnits } = useShellState();
  const words = useDeferredValue(query);
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['palette', connection?.host, connection?.bot, words],
    queryFn: ({ signal }) => searchUnits?.(words, signal) ?? [],
    enabled: searchUnits !== undefined && words !== '',
    placeholderData: keepPreviousData,
  });
  const searching =
    searchUnits !== undefined && query !== '' && (isPlaceholderData || isFetching || words !== query);
  const units = data.map(({ id, title }) => ({
    key: `unit ${id}`,
    group: t('searchUnits'),
    label: title,
    Icon: FileText,
    provisional: searching,
    onChoose: () => void navigate(paths.unit(id)),
  }));
  return { units: query === '' ? [] : units, searching };
}

/** Passages are looked for once this much is typed, and nothing more for so many milliseconds: it is as much work as an answer. */
const MIN_PASSAGE_QUERY_LENGTH = 3;
const PASSAGE_DELAY_MS = 300;

/** The passages nearest to the query; `searching` until they are those of this query. */
function usePassages(query: string): { passages: readonly PaletteOption[]; searching: boolean } {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shellState = useShellState();
  const { connection, searchPassages } = shellState;
  const words = useDebouncedValue(query, PASSAGE_DELAY_MS);
  const isOffered =
    searchPassages !== undefined &&
    canCall({ id: 'explainAnswer', kind: 'extension', right: 'ask' }, shellState);
  const isLongEnough = (text: string) => text.length >= MIN_PASSAGE_QUERY_LENGTH;
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette passages', connection?.host, connection?.bot, words],
    queryFn: ({ signal }) => searchPassages?.(words, signal) ?? [],
    enabled: isOffered && isLongEnough(words),
    placeholderData: keepPreviousData,
    // What else was found shows anyway.
    retry: false,
  });
  const searching = isOffered && isLongEnough(query) && (isFetching || words !== query);
  const passages = data.map(({ unitId, ordinal, title, text }) => ({
    key: `passage ${unitId} ${ordinal}`,
    group: t('searchPassages'),
    label: title,
    detail: text,
    Icon: TextQuote,
    provisional: searching,
    onChoose: () => void navigate(paths.unit(unitId, { passage: String(ordinal) })),
  }));
  return { passages: isLongEnough(query) ? passages : [], searching };
}

/** The query as a question: the first row where it ends in a question mark, else the last. */
function useAsk(question: string): readonly PaletteOption[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shellState = useShellState();
  if (!canCall({ id: 'answer', kind: 'documented', right: 'ask' }, shellState)) return [];
  return [
    {
      key: 'ask',
      label: question === '' ? t('palette.askAnything') : t('palette.ask', { question }),
      Icon: question === '' ? MessageCircleQuestionMark : Sparkles,
      onChoose: () =>
        void navigate(
          paths.playground(question === '' ? {} : { question }),
          question === '' ? {} : { state: { ask: true } },
        ),
    },
  ];
}

const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** The run of a request id. */
function useRunOption(query: string): readonly PaletteOption[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const shellState = useShellState();
  const isOffered = canCall({ id: 'getRun', kind: 'extension', right: 'readRuns' }, shellState);
  if (!isOffered || !REQUEST_ID.test(query)) return [];
  return [
    {
      key: 'run',
      group: t('palette.actions'),
      label: t('palette.openRun', { id: query }),
      Icon: MessageCircleQuestionMark,
      onChoose: () => void navigate(paths.run(query.toLowerCase())),
    },
  ];
}

/**
 * Pages and actions whose name or keywords hold the words of the query, the units and passages found for it, and the way
 * to ask it.
 */
export function usePaletteOptions(query: string): {
  options: readonly SearchOption[];
  last: readonly SearchOption[];
  searching: boolean;
} {
  const text = query.trim();
  const words = foldQuery(text);
  const pages = usePages().filter((option) => holdsAll(words, option));
  const actions = useActions(text).filter((option) => holdsAll(words, option));
  // What is typed may be the name of a page that an action also has: the page is meant.
  const named = leads(text, pages) && !leads(text, actions) ? [...pages, ...actions] : [...actions, ...pages];
  const { units, searching } = useUnits(text);
  const { passages, searching: searchingPassages } = usePassages(text);
  const isSearching = searching || searchingPassages;
  const ask = useAsk(text);
  const run = useRunOption(text);
  // A question mark tells what Enter is for.
  const isQuestion = /[?؟]$/u.test(text);
  return {
    options: [...run, ...(isQuestion ? ask : []), ...named, ...units, ...passages],
    last: isQuestion ? [] : ask.map((option) => ({ ...option, provisional: isSearching })),
    searching: isSearching,
  };
}
