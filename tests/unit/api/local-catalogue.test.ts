/** The catalogue of units in this browser, for gateways without a list. */
import { describe, expect, test } from 'vitest';
import { createLocalCatalogue } from '#src/api/stores/local-catalogue.ts';

const CONNECTION = { baseUrl: 'https://gateway.example', bot: 'روبوت' };
const NAME = 'fihrist.catalogue https://gateway.example روبوت';
const GUIDE = { title: 'دليل الموظف', description: 'إجازات' };

/** A browser with as many tabs as are opened. */
function browser(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored));
  const tabs = new Set<() => void>();
  const store = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => {
      items.set(name, text);
      for (const tab of tabs) tab();
    },
  };
  return {
    items,
    openTab: () =>
      createLocalCatalogue(CONNECTION, store, (listener) => {
        tabs.add(listener);
        return () => tabs.delete(listener);
      }),
  };
}

describe('the local catalogue', () => {
  test('keeps what was registered over a reload, with or without an id', () => {
    const { openTab } = browser();
    openTab().register({ ...GUIDE, kind: 'file' });
    openTab().register({ ...GUIDE, title: 'الأسعار', kind: 'url', id: 7 });
    expect(openTab().all()).toEqual([
      expect.objectContaining({ title: 'الأسعار', kind: 'url', id: 7, registeredOn: expect.any(String) }),
      expect.objectContaining({ ...GUIDE, kind: 'file', registeredOn: expect.any(String) }),
    ]);
  });

  test('reads what earlier versions kept, and leaves out only what it cannot read', () => {
    const entries = [{ id: 3, ...GUIDE }, { title: 'بلا مفتاح' }, null];
    const { openTab } = browser({ [NAME]: JSON.stringify(entries) });
    expect(openTab().all()).toEqual([{ key: '3', id: 3, ...GUIDE }]);
    expect(
      browser({ [NAME]: 'not JSON' })
        .openTab()
        .all(),
    ).toEqual([]);
  });

  test('shares what two tabs write, and loses nothing of either', () => {
    const { openTab } = browser();
    const [first, other] = [openTab(), openTab()];
    let changes = 0;
    const leave = other.subscribe(() => (changes += 1));
    const key = first.register({ ...GUIDE, kind: 'file' });
    expect(changes).toBe(1);
    other.upsert({ id: 4, title: 'الأسعار', description: '' });
    first.identify(key, { id: 5 });
    expect(other.all().map(({ id }) => id)).toEqual([4, 5]);
    leave();
    first.remove(key);
    expect(other.all().map(({ id }) => id)).toEqual([4]);
  });

  test('gives a unit that was read to what was registered under its title, once', () => {
    const catalogue = browser().openTab();
    catalogue.upsert({ id: 1, ...GUIDE });
    const key = catalogue.register({ ...GUIDE, kind: 'file' });
    catalogue.upsert({ id: 1, ...GUIDE });
    expect(catalogue.all().map(({ id }) => id)).toEqual([undefined, 1]);
    // Tatweel and white space make no other title.
    catalogue.upsert({ id: 2, title: 'دليـل  الموظف', description: '', sourceStatus: 20 });
    expect(catalogue.all()).toEqual([
      expect.objectContaining({ key, id: 2, kind: 'file', sourceStatus: 20 }),
      expect.objectContaining({ id: 1 }),
    ]);
  });

  test('finds in a list what has no id yet, and adds nothing else of it', () => {
    const catalogue = browser().openTab();
    catalogue.register({ ...GUIDE, kind: 'file' });
    catalogue.identifyListed([
      { id: 8, title: 'غيره', description: '' },
      { id: 9, ...GUIDE },
    ]);
    expect(catalogue.all().map(({ id }) => id)).toEqual([9]);
  });

  test('takes the id and title that a person confirms, and keeps one entry of that id', () => {
    const catalogue = browser().openTab();
    const key = catalogue.register({ ...GUIDE, kind: 'file' });
    catalogue.upsert({ id: 6, title: 'دليل الموظفين', description: '' });
    catalogue.identify(key, { id: 6, title: 'دليل الموظفين', description: '' });
    expect(catalogue.all()).toEqual([expect.objectContaining({ key, id: 6, title: 'دليل الموظفين' })]);
  });

  test('lasts as long as the page where nothing can be stored', () => {
    const store = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const catalogue = createLocalCatalogue(CONNECTION, store);
    catalogue.register({ ...GUIDE, kind: 'file' });
    catalogue.upsert({ id: 1, title: 'الأسعار', description: '' });
    expect(catalogue.all()).toHaveLength(2);
  });

  test('forgets opened units first when there are too many, and never the newest', () => {
    const opened = Array.from({ length: 1999 }, (_, index) => ({ id: 1999 - index, ...GUIDE }));
    const registered = { key: 'a', ...GUIDE, registeredOn: '2026-11-26T09:41:00Z' };
    const { openTab } = browser({ [NAME]: JSON.stringify([...opened, registered]) });
    const catalogue = openTab();
    catalogue.upsert({ id: 2000, title: 'الأحدث', description: '' });
    expect(catalogue.all()).toHaveLength(2000);
    expect(catalogue.all()[0]).toMatchObject({ id: 2000 });
    expect(catalogue.all().at(-1)).toMatchObject({ key: 'a' });
    expect(catalogue.all().some(({ id }) => id === 1)).toBe(false);
  });
});
