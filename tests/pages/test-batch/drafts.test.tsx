import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { draftTests } from '#contract/operations/tests.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { type Dashboard, openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const FEES = `# Fees

## Fees of services

| Service | Fee | Processing time |
|---|---|---|
| Passport renewal | 300 riyals | 2 days |
| Replacement card | 50 riyals | 5 days |

## Is parking free?

Yes, for two hours.
`;
const RENEWAL = 'What is the fee for passport renewal?';
const CARD = 'What is the fee for a replacement card?';
const teachFees = async (gateway: TestGateway) => {
  await gateway.addUnit('Fees', FEES);
  await gateway.indexAll();
};
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.testBatch({ from: 'knowledge' }), prepare: teachFees, ...options });

/** Changes what the gateway answers at an address. */
const rewriting =
  (path: string, change: (text: string) => string) =>
  (request: Request, pass: () => Promise<Response>): Promise<Response> | undefined =>
    new URL(request.url).pathname.endsWith(path)
      ? pass().then(async (response) => new Response(change(await response.text()), response))
      : undefined;

async function tests({ gateway }: Dashboard) {
  const { Response } = (await (await gateway.call('/api/Tests/1')).json()) as {
    Response: {
      items: { question: string; setId: number | null; expectation: { quotes: string[]; band: string } }[];
      sets: { id: number; name: string }[];
    };
  };
  return Response;
}
const rowOf = async (question: string) =>
  (await screen.findByText(question)).closest('li') as unknown as HTMLElement;
const isAsked = (total: number) => screen.findByText(new RegExp(`${total}.* of .*${total}.* answered`, 'u'));

describe('drafts of tests', () => {
  test('are kept and dropped by key into a new set, and are offered no more', async () => {
    const dashboard = await open();
    const user = startUser();
    await user.write(await screen.findByRole('textbox', { name: 'New set (optional)' }), 'Day one');
    await user.click(screen.getByRole('button', { name: 'Draft tests' }));
    await isAsked(5);
    const first = await rowOf(RENEWAL);
    expect(first).toHaveTextContent('Service: Passport renewal | Fee: 300 riyals | Processing time: 2 days');
    expect(within(first).queryByText(/does not pass|something else/u)).toBeNull();
    // Keep the first, drop the second, take that back and drop it again.
    first.focus();
    await user.keyboard('[Digit1]');
    await user.keyboard('[KeyA]');
    await user.keyboard('[Digit2][KeyU][Digit2]');
    await waitFor(async () => expect((await tests(dashboard)).items).toHaveLength(1));
    const { items, sets } = await tests(dashboard);
    expect(sets.map(({ name }) => name)).toEqual(['Day one']);
    expect(items).toMatchObject([
      {
        question: RENEWAL,
        setId: sets[0]?.id,
        expectation: {
          quotes: ['Service: Passport renewal | Fee: 300 riyals | Processing time: 2 days'],
          band: 'answered',
        },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'New questions' }));
    await user.click(await screen.findByRole('button', { name: 'Draft tests' }));
    await isAsked(3);
    expect(screen.queryByText(RENEWAL)).toBeNull();
    expect(screen.queryByText('Is parking free?')).toBeNull();
    await rowOf(CARD);
  });

  test('that do not pass are shown so, and kept only on purpose', async () => {
    const dashboard = await open({
      intercept: rewriting('/drafts', (text) => text.replaceAll('300 riyals', '900 riyals')),
    });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Draft tests' }));
    await isAsked(5);
    const row = await rowOf(RENEWAL);
    expect(row).toHaveTextContent(/Fails\. The answer now:.*300/u);
    await user.click(within(row).getByRole('button', { name: 'Keep' }));
    await waitFor(async () => expect((await tests(dashboard)).items).toHaveLength(1));
    // A second press of the key on another row changes nothing of it.
    await user.click(within(row).getByRole('button', { name: 'Drop' }));
    await waitFor(async () => expect((await tests(dashboard)).items).toEqual([]));
  });

  test('say so where there are none, and after a failure can be tried again', async () => {
    let refused = 0;
    await open({
      strict: true,
      prepare: async (gateway) => {
        await gateway.addUnit('Notes', '# Notes\n\nNothing to ask about.\n');
        await gateway.indexAll();
      },
      intercept: (request) => {
        if (!new URL(request.url).pathname.endsWith('/drafts')) return undefined;
        refused += 1;
        return refused === 1 ? Response.error() : undefined;
      },
    });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Draft tests' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/\S/u));
    await user.click(screen.getByRole('button', { name: 'Draft tests' }));
    expect(await screen.findByText(/No new drafts/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    expect(screen.getByRole('textbox', { name: 'Questions' })).toBeVisible();
  });

  test('can be stopped while units are read, and drafted again', async () => {
    let stopped = 0;
    await open({
      intercept: (request) => {
        if (!new URL(request.url).pathname.endsWith('/drafts') || stopped > 0) return undefined;
        return new Promise<Response>((_resolve, reject) => {
          request.signal.addEventListener('abort', () => {
            stopped += 1;
            reject(new DOMException('stopped', 'AbortError'));
          });
        });
      },
    });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Draft tests' }));
    expect(await screen.findByText(/Reading units/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(stopped).toBe(1));
    await waitFor(() => expect(screen.queryByText(/Reading units/u)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Draft tests' }));
    await isAsked(5);
  });

  test('تُقترح بالعربية من صفحة الوحدة ومن صفحة الاختبارات الخالية', async () => {
    const dashboard = await openDashboard({ language: 'ar', at: paths.tests(), prepare: teachFees });
    const link = await screen.findByRole('link', { name: 'استخراج اختبارات من المعرفة' });
    expect(link).toHaveAttribute('href', paths.testBatch({ from: 'knowledge' }));
    dashboard.unmount();
    await openDashboard({ language: 'ar', at: paths.unit(1), over: dashboard.gateway });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'المزيد' }));
    await user.click(await screen.findByRole('menuitem', { name: 'استخراج اختبارات' }));
    await user.click(await screen.findByRole('button', { name: 'استخراج اختبارات' }));
    const row = await rowOf(RENEWAL);
    expect(await within(row).findByRole('button', { name: 'استبعاد' })).toBeVisible();
  });

  test('are not offered by a gateway that cannot draft', async () => {
    await open({
      intercept: rewriting('/Capabilities', (text) => text.replace(`"${draftTests.id}",`, '')),
    });
    expect(await screen.findByRole('textbox', { name: 'Questions' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Draft from knowledge' })).toBeNull();
  });
});
