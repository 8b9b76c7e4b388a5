import { act, screen, waitFor, within } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { createConnectedLayout } from '#src/app/connected-layout.tsx';
import { useSetPreferences } from '#src/app/preferences-context.tsx';
import { createAppRouter } from '#src/app/router.tsx';
import { RouteError } from '#src/app/route-error.tsx';
import type { ShellState } from '#src/app/shell/shell-state-context.ts';
import { PageFrame } from '#src/ui/page-frame.tsx';
import type { Language } from '#src/i18n/languages.ts';
import { renderRoutes } from '#tests/support/render-app.tsx';
import { startUser } from '#tests/support/user.ts';

const connected: ShellState = {
  connection: { name: 'خدمة العملاء', bot: '1', host: '127.0.0.1:8787' },
  gateway: 'connected',
  consumption: { used: 6_412_880, total: 10_000_000 },
  unitCount: 148,
};

function Breaking(): never {
  throw new Error('a page that breaks');
}

function Digits() {
  const { t } = useTranslation();
  const set = useSetPreferences();
  return (
    <PageFrame title="الأرقام" asOf={new Date(2026, 10, 21, 9, 41)}>
      <button type="button" onClick={() => set({ digits: 'arab' })}>
        {t('units', { count: 148 })}
      </button>
    </PageFrame>
  );
}

function routes(state: ShellState): RouteObject[] {
  return [
    {
      Component: createConnectedLayout({ hasConnection: () => true, useShellState: () => state }),
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            { path: '/', element: <PageFrame title="First page">{null}</PageFrame> },
            { path: '/knowledge', element: <PageFrame title="دليل الوحدات">{null}</PageFrame> },
            { path: '/units/:id', element: <PageFrame title="One unit">{null}</PageFrame> },
            { path: '/settings', Component: Digits },
            { path: '/breaking', Component: Breaking },
          ],
        },
      ],
    },
  ];
}

const open = (state: Partial<ShellState> = {}, at = '/', language: Language = 'en') =>
  renderRoutes(routes({ ...connected, ...state }), { at, language });

/** The rail; the phone's bar is in the document too and only hidden by CSS. */
const rail = () => screen.getAllByRole('navigation')[0] as HTMLElement;

describe('the frame', () => {
  it('marks the page that is open, and a unit as part of Knowledge', async () => {
    await open({}, '/units/7');
    expect(within(rail()).getByRole('link', { name: /Knowledge/u })).toHaveAttribute('aria-current', 'page');
    expect(within(rail()).getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
  });

  it('shows the connection, the gateway and the number of units', async () => {
    await open();
    expect(screen.getByText('خدمة العملاء')).toHaveAttribute('dir', 'auto');
    expect(screen.getByText('Gateway connected')).toBeVisible();
    expect(screen.getByText('127.0.0.1:8787')).toHaveAttribute('dir', 'ltr');
    expect(within(rail()).getByText('148')).toBeVisible();
  });

  it('says that the gateway does not answer', async () => {
    await open({ gateway: 'unreachable' });
    expect(screen.getByText('Gateway not responding')).toBeVisible();
  });

  it('gives the quota to the eye on focus and to assistive technology always', async () => {
    await open();
    const figure = '6,412,880 of 10,000,000 tokens, 64.1%';
    expect(screen.getByRole('meter', { name: 'Text quota' })).toHaveAttribute('aria-valuetext', figure);
    const link = screen.getByRole('link', { name: 'Text quota: View usage' });
    expect(link).toHaveAttribute('href', '/usage');
    act(() => link.focus());
    expect(await screen.findByRole('tooltip')).toHaveTextContent(figure);
  });

  it('has no quota meter before any response has reported one', async () => {
    await open({ consumption: undefined });
    expect(screen.queryByRole('meter')).toBeNull();
  });

  it('moves focus to the new heading, announces it and names the document', async () => {
    const user = startUser();
    await open();
    expect(document.body).toHaveFocus();
    await waitFor(() => expect(document.title).toBe('First page · Fihrist'));
    await user.click(within(rail()).getByRole('link', { name: /Knowledge/u }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'دليل الوحدات' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toContain('دليل الوحدات');
    expect(screen.getByText('دليل الوحدات', { selector: '[aria-live]' })).toBeInTheDocument();
  });

  it('skips to the content', async () => {
    const user = startUser();
    await open();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('signs out from the account menu', async () => {
    const user = startUser();
    const signOut = vi.fn<() => void>();
    await open({ signOut });
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('keeps the frame when a page breaks, and says so', async () => {
    // React reports what a boundary caught; here that is the very thing under test.
    await open({}, '/breaking');
    expect(await screen.findByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Everything you saved is safe.');
    expect(screen.getByText('a page that breaks')).toBeInTheDocument();
    expect(rail()).toBeInTheDocument();
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });
});

describe('preferences', () => {
  it('switch the language without a reload: words, direction, language, digits', async () => {
    const user = startUser();
    await open();
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    expect(await within(rail()).findByRole('link', { name: 'نظرة عامة' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    await user.click(screen.getByRole('button', { name: 'English' }));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'ltr'));
    expect(within(rail()).getByRole('link', { name: 'Overview' })).toBeVisible();
  });

  it('are remembered for the next visit', async () => {
    const user = startUser();
    const { unmount } = await open();
    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement.style.colorScheme).toBe('dark');
    unmount();
    await open();
    expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  });

  it('write every number of the page in the chosen digits', async () => {
    const user = startUser();
    await open({}, '/settings', 'ar');
    await user.click(screen.getByRole('button', { name: '148 وحدة' }));
    expect(await within(rail()).findByText('١٤٨')).toBeVisible();
    expect(screen.getByRole('button', { name: '١٤٨ وحدة' })).toBeVisible();
    expect(screen.getByText('آخر تحديث: ٠٩:٤١')).toBeVisible();
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).not.toMatch(/[0-9]/u);
  });
});

describe('search', () => {
  it('opens with Ctrl K on an Arabic keyboard too, finds units through the gateway and goes there', async () => {
    const user = startUser();
    const searchUnits = vi.fn<NonNullable<ShellState['searchUnits']>>(async () => [
      { id: 7, title: 'سياسة الإرجاع' },
    ]);
    const { router } = await open({ searchUnits });
    await user.keyboard('{Control>}[KeyK]{/Control}');
    const input = await screen.findByRole('combobox', { name: 'Search pages and units' });
    await user.write(input, 'الإرجاع');
    expect(await screen.findByRole('option', { name: 'سياسة الإرجاع' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(searchUnits).toHaveBeenLastCalledWith('الإرجاع', expect.any(AbortSignal));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/units/7');
  });

  it('walks the results with the arrows and names the current one', async () => {
    const user = startUser();
    const { router } = await open();
    const [button] = screen.getAllByRole('button', { name: /Search/u });
    expect(button).toBeDefined();
    if (button !== undefined) await user.click(button);
    const input = await screen.findByRole('combobox');
    expect(screen.getAllByRole('option')).toHaveLength(7);
    await user.keyboard('{ArrowDown}');
    const chosen = screen.getByRole('option', { selected: true });
    expect(chosen).toHaveTextContent('Knowledge');
    expect(input).toHaveAttribute('aria-activedescendant', chosen.id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/knowledge'));
  });

  it('says when there is nothing', async () => {
    const user = startUser();
    await open();
    await user.keyboard('{Control>}[KeyK]{/Control}');
    await user.write(await screen.findByRole('combobox'), 'zzz');
    expect(await screen.findByText('No results for zzz')).toBeVisible();
  });
});

describe('the router', () => {
  const useShellState = () => connected;

  it('leads to Connect without a connection and remembers where to return', async () => {
    const router = createAppRouter({ hasConnection: () => false, useShellState }, ['/units/7?section=2']);
    await waitFor(() => expect(router.state.location.pathname).toBe('/connect'));
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe('/units/7?section=2');
  });

  it('says that a page does not exist, inside the frame', async () => {
    const router = createAppRouter({ hasConnection: () => true, useShellState }, ['/nowhere']);
    await renderRoutes(router.routes, { at: '/nowhere' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Overview' })).toHaveAttribute('href', '/');
    expect(rail()).toBeInTheDocument();
  });
});
