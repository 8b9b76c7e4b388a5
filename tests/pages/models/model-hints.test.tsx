import { screen, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { KeyRole } from '#gateway/modules/access/model.ts';
import { paths, routePatterns } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { SERVERS } from '#tests/support/voice-page.tsx';

const KEY = 'fih_of-whoever-looks';
const as = (role: KeyRole) => ({
  at: routePatterns.voice,
  connection: { key: KEY },
  settings: {
    modelServers: { speech: SERVERS.speech, chat: { ...SERVERS.transcription, purpose: 'chat' as const } },
  },
  prepare: (gateway: TestGateway) => gateway.addKey(KEY, { role, allBots: true }),
});

describe('A page that needs a model server', () => {
  test('tells owners the way to the settings, with lines to copy folded below', async () => {
    await openDashboard(as('owner'));
    expect(await screen.findByRole('heading', { name: 'No speech to text yet' })).toBeVisible();
    expect(
      screen.getByText(/speech cannot be turned into text\. Any server that is compatible/),
    ).toBeVisible();
    expect(screen.getByRole('group', { name: /^Example command: Speech to text/u })).toHaveTextContent(
      /^uvx speaches-cli model download (\S+) FIHRIST_TRANSCRIPTION_URL=http:\/\/127\.0\.0\.1:8000\/v1 \\ FIHRIST_TRANSCRIPTION_MODEL=\1 npm start$/,
    );
    expect(screen.getByText('Set it up with a command instead').closest('details')).not.toHaveAttribute(
      'open',
    );
    expect(screen.getByRole('link', { name: 'Set up model servers' })).toHaveAttribute(
      'href',
      paths.modelServers('transcription'),
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
    const example = await screen.findByRole('group', { name: /^مثال لأمر: تحويل الكلام/u });
    expect(example.closest('[dir="ltr"]')).not.toBeNull();
    expect(within(container).getByText(/يمكن استخدام أي خادم متوافق مع واجهة OpenAI/)).toBeVisible();
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
});
