import { matchPath } from 'react-router';
import type { Access } from '#src/api/hooks/use-permissions.ts';
import { PAGES } from '#src/app/pages.ts';
import type { PageDefinition, Section } from '#src/page.ts';
import { paths } from '#src/paths.ts';
import type { ShellState } from './shell-state-context.ts';

type Page = (typeof PAGES)[number];
/** The page that an item of the rail opens. */
export type SectionPage = Extract<Page, { name: Section }>;
/** A page below a section; the bar of phones has room for that of the section only. */
export type ChildPage = Exclude<Extract<Page, { access: Access }>, { name: Section }>;

type PageAction = Extract<Page, { actions: unknown }>['actions'][number];
export type PageActionName = PageAction['name'];

const SECTION_PAGES = PAGES.filter((page): page is SectionPage => page.name === page.section);
const CHILD_PAGES = PAGES.filter((page): page is ChildPage => 'access' in page && page.name !== page.section);

/** The section of the page at an address, or of the page above an address that has none. */
export function sectionAt(pathname: string): Section | undefined {
  const isAt = (path: string) => matchPath({ path, end: path === paths.overview() }, pathname) !== null;
  return PAGES.find(
    ({ path, alsoAt }: PageDefinition) => isAt(path) || (alsoAt !== undefined && isAt(alsoAt)),
  )?.section;
}

/** The sections that the rights of the key allow and the gateway serves. */
export function visibleSections(
  state: Pick<ShellState, 'hasPermission' | 'extensions'>,
): readonly SectionPage[] {
  return SECTION_PAGES.filter(
    ({ right, access }: PageDefinition) =>
      (right === undefined || state.hasPermission?.(right) !== false) &&
      (access === undefined || canCall(access, state)),
  );
}

/** Whether the gateway serves a call and the key may make it. */
export function canCall(
  { id, kind, right }: Access,
  { hasPermission, extensions }: Pick<ShellState, 'hasPermission' | 'extensions'>,
): boolean {
  return hasPermission?.(right) !== false && (kind === 'documented' || extensions?.includes(id) === true);
}

/** What the command palette offers beside pages: forms whose call can be made. */
export function visibleActions(
  state: Pick<ShellState, 'hasPermission' | 'extensions'>,
): readonly PageAction[] {
  return PAGES.flatMap<PageAction>((page) => ('actions' in page ? page.actions : [])).filter(({ access }) =>
    canCall(access, state),
  );
}

/** The pages below a section, or below any, that this gateway offers whoever looks. */
export function visibleChildren(
  state: Pick<ShellState, 'hasPermission' | 'extensions'>,
  section?: Section,
): readonly ChildPage[] {
  return CHILD_PAGES.filter(
    (page) => (section === undefined || page.section === section) && canCall(page.access, state),
  );
}
