import { describe, expect, test, vi } from 'vitest';
import { createConnectionStore } from '#src/api/stores/connection-store.ts';
import { CONNECTION } from '#tests/support/api-client.ts';
import { createMemoryStore } from './setup.ts';

describe('saved connections', () => {
  const { id: _, ...given } = CONNECTION;

  test('keeps a key in the tab, and in the browser only when asked to', () => {
    const [tab, browser] = [createMemoryStore(), createMemoryStore()];
    const connections = createConnectionStore({ tab, browser });
    const { id } = connections.save({ ...given, key: 'secret-1' });
    expect([...browser.kept.values()].join()).not.toContain('secret-1');
    connections.update(id, { remember: true });
    expect([...browser.kept.values()].join()).toContain('secret-1');
    expect([...tab.kept.values()].join()).not.toContain('secret-1');
    expect(createConnectionStore({ tab: createMemoryStore(), browser }).current()?.key).toBe('secret-1');
    connections.remove(id);
    expect([...browser.kept.values()].join()).not.toContain('secret-1');
  });

  test('holds several, switches and forgets', () => {
    const connections = createConnectionStore({ tab: createMemoryStore(), browser: createMemoryStore() });
    const first = connections.save({ ...given, name: 'الأول' });
    const second = connections.save({ ...given, name: 'Second' });
    expect(connections.current()?.id).toBe(second.id);
    connections.select(first.id);
    expect(connections.current()?.name).toBe('الأول');
    connections.remove(first.id);
    expect(connections.current()).toBeUndefined();
    expect(connections.all()).toHaveLength(1);
  });

  test('takes over what another tab rotated or forgot, and never writes the old key back', () => {
    const browser = createMemoryStore();
    const listeners: (() => void)[] = [];
    const onOthersWrite = (listener: () => void) => void listeners.push(listener);
    const here = createConnectionStore({ tab: createMemoryStore(), browser, onStorageEvent: onOthersWrite });
    const { id } = here.save({ ...given, key: 'old-key', remember: true });
    const other = here.save({ ...given, name: 'الأخرى', remember: true });
    const there = createConnectionStore({ tab: createMemoryStore(), browser });
    there.update(id, { key: 'new-key' });
    there.remove(other.id);
    here.update(id, { bot: '2' });
    expect([...browser.kept.values()].join()).not.toContain('old-key');
    expect(here.all()).toMatchObject([{ id, key: 'new-key', bot: '2' }]);

    // Which bot is open is each tab's own.
    expect(there.current()?.bot).not.toBe('2');
    const listener = vi.fn<() => void>();
    here.subscribe(listener);
    there.update(id, { key: 'newest-key' });
    for (const listener of listeners) listener();
    expect(listener).toHaveBeenCalledOnce();
    expect(here.all()).toMatchObject([{ key: 'newest-key', bot: '2' }]);
  });

  describe('that no storage of the browser keeps', () => {
    /** Tabs that hear each other, as soon as something is said. */
    const channels = () => {
      const listeners: ((message: unknown) => void)[] = [];
      return () => {
        let own: (message: unknown) => void;
        return {
          post: (message: object) => {
            for (const listener of listeners) if (listener !== own) listener(structuredClone(message));
          },
          listen: (listener: (message: unknown) => void) => {
            own = listener;
            listeners.push(listener);
          },
        };
      };
    };

    test('are shared with the tabs that are open, and gone with the last of them', () => {
      const join = channels();
      const first = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      const { id } = first.save({ ...given, key: 'this-visit', undecided: true });
      const tab = createMemoryStore();
      const second = createConnectionStore({ tab, browser: createMemoryStore(), channel: join() });
      expect(second.current()).toMatchObject({ id, key: 'this-visit' });
      expect([...tab.kept.values()].join()).toContain('this-visit');

      // A question that is answered in one tab is answered in all; which bot is open is each tab's own.
      second.update(id, { bot: '2' });
      first.update(id, { undecided: false, key: 'rotated' });
      expect(second.current()).toMatchObject({ key: 'rotated', bot: '2', undecided: false });
      expect(first.current()?.bot).not.toBe('2');

      second.remove(id);
      expect(first.current()).toBeUndefined();
      expect(
        createConnectionStore({
          tab: createMemoryStore(),
          browser: createMemoryStore(),
          channel: join(),
        }).all(),
      ).toEqual([]);
    });

    test('stay in every tab when the browser is to keep them no longer, whatever is heard first', () => {
      const browser = createMemoryStore();
      const listeners: (() => void)[] = [];
      const onStorageEvent = (listener: () => void) => void listeners.push(listener);
      const first = createConnectionStore({ tab: createMemoryStore(), browser });
      const { id } = first.save({ ...given, key: 'this-visit', remember: true });
      const other = first.save({ ...given, remember: true });
      const second = createConnectionStore({ tab: createMemoryStore(), browser, onStorageEvent });
      second.select(id);
      first.update(id, { remember: false });
      for (const listener of listeners) listener();
      expect(second.current()).toMatchObject({ key: 'this-visit', remember: false });
      expect([...browser.kept.values()].join()).not.toContain('this-visit');
      first.remove(other.id);
      first.remove(id);
      expect(createConnectionStore({ tab: createMemoryStore(), browser }).all()).toEqual([]);
      expect([...browser.kept.keys()]).not.toContain('fihrist.visit');
    });

    test('leave the storage of every tab once the browser keeps them', () => {
      const join = channels();
      const [browser, tab] = [createMemoryStore(), createMemoryStore()];
      const listeners: (() => void)[] = [];
      const onStorageEvent = (listener: () => void) => void listeners.push(listener);
      const first = createConnectionStore({ tab: createMemoryStore(), browser, channel: join() });
      const { id } = first.save({ ...given, key: 'this-visit', undecided: true });
      const second = createConnectionStore({ tab, browser, channel: join(), onStorageEvent });
      first.update(id, { remember: true, undecided: false });
      for (const listener of listeners) listener();
      expect(second.current()).toMatchObject({ key: 'this-visit', remember: true });
      expect([...tab.kept.values()].join()).not.toContain('this-visit');
    });

    test('do not sign in a tab again that was signed out, nor one that has a connection', () => {
      const join = channels();
      const first = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      const out = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      out.remove(out.save({ ...given, name: 'own' }).id);
      const other = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      const { id } = other.save({ ...given, name: 'other' });
      first.save({ ...given, name: 'shared' });
      expect(out.current()).toBeUndefined();
      expect(other.current()?.id).toBe(id);
    });

    test('are waited for, but not for long', async () => {
      const join = channels();
      const alone = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      const waiting = alone.whenShared();
      createConnectionStore({ tab: createMemoryStore(), browser: createMemoryStore(), channel: join() }).save(
        given,
      );
      await waiting;
      expect(alone.current()?.key).toBe(given.key);
      await createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: channels()(),
      }).whenShared();
    });

    test('take no connection from what is not one', () => {
      const join = channels();
      const here = createConnectionStore({
        tab: createMemoryStore(),
        browser: createMemoryStore(),
        channel: join(),
      });
      const { post } = join();
      for (const message of [{ kind: 'share', connections: [{ id: 'x' }] }, { kind: 'share' }, { kind: 'y' }])
        post(message);
      expect(here.all()).toEqual([]);
    });
  });

  test('are followed by a tab at Connect once another is signed in for good', () => {
    const browser = createMemoryStore();
    const listeners: (() => void)[] = [];
    const onStorageEvent = (listener: () => void) => void listeners.push(listener);
    const waiting = createConnectionStore({ tab: createMemoryStore(), browser, onStorageEvent });
    createConnectionStore({ tab: createMemoryStore(), browser }).save({ ...given, remember: true });
    for (const listener of listeners) listener();
    expect(waiting.current()?.key).toBe(given.key);
  });

  test('works where storage is forbidden', () => {
    const connections = createConnectionStore({ tab: undefined, browser: undefined });
    connections.save(given);
    expect(connections.current()?.key).toBe(CONNECTION.key);
  });
});
