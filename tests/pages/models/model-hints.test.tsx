import { screen, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { KeyRole } from '#gateway/modules/access/model.ts';
import { paths, routePatterns } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';

const KEY = 'fih_of-whoever-looks';
const as = (role: KeyRole) => ({
  at: routePatterns.chat,
  connection: { key: KEY },
  prepare: (gateway: TestGateway) => gateway.addKey(KEY, { role, allBots: true }),
});

describe('A page that needs a model server', () => {
  test('tells owners the way to the settings, with lines to copy folded below', async () => {
    await openDashboard(as('owner'));
    // The first page of a run is compiled when it is opened.
    const title = screen.findByRole('heading', { name: 'No chat model yet' });
    expect(await title).toBeVisible();
    expect(screen.getByText(/quoted from the knowledge\. Any OpenAI-compatible server works/)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Example command: Chat' })).toHaveTextContent(
      /^ollama pull qwen2\.5:7b FIHRIST_CHAT_URL=http:\/\/127\.0\.0\.1:11434\/v1 \\ FIHRIST_CHAT_MODEL=qwen2\.5:7b npm start$/,
    );
    expect(screen.getByText('Set it up with a command instead').closest('details')).not.toHaveAttribute(
      'open',
    );
    expect(screen.getByRole('link', { name: 'Set up model servers' })).toHaveAttribute(
      'href',
      paths.modelServers('chat'),
    );
  });

  test('sends others to an owner', async () => {
    await openDashboard(as('tester'));
    expect(await screen.findByText(/Ask an owner of this bot to set one up/)).toBeVisible();
    expect(screen.queryByRole('group', { name: /^Example/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Set up model servers' })).toBeNull();
  });

  test('says so in Arabic, for eyes and for assistive technology', async () => {
    const { container } = await openDashboard({ ...as('owner'), language: 'ar' });
    const example = await screen.findByRole('group', { name: 'مثال لأمر: المحادثة' });
    expect(example.closest('[dir="ltr"]')).not.toBeNull();
    expect(within(container).getByText(/يمكن استخدام أي خادم متوافق مع OpenAI/)).toBeVisible();
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
});
