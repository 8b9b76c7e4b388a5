import { afterEach, expect, test, vi } from 'vitest';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { createIntake } from '#src/features/add-knowledge/intake/create-intake.ts';
import { groupItems, isStored } from '#src/features/add-knowledge/intake/intake-types.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

const COUNT = 300;

/** Stands for the browser's own: answers each upload in a later turn, with the name of its file. */
class StoringXhr extends EventTarget {
  static readonly names: string[] = [];
  readonly upload = new EventTarget();
  status = 200;
  responseText = '';
  open(): void {}
  setRequestHeader(): void {}
  getAllResponseHeaders(): string {
    return '';
  }
  send(form: FormData): void {
    const { name } = form.get('Attachment') as File;
    StoringXhr.names.push(name);
    const FileURL = `https://example.com/${encodeURIComponent(name)}`;
    this.responseText = JSON.stringify({
      FileURL,
      FileMimeType: 'text/plain',
      FileName: name,
      FilePath: name,
    });
    setTimeout(() => this.dispatchEvent(new Event('load')));
  }
}
afterEach(() => void vi.unstubAllGlobals());

test('300 dropped files are uploaded and added, none lost and none twice, and the draft is kept', async () => {
  vi.stubGlobal('XMLHttpRequest', StoringXhr);
  const titles: string[] = [];
  const client = createGatewayClient(CONNECTION, {
    fetch: async (input, init) => {
      const { title } = (await new Request(input, init).json()) as { title: string };
      titles.push(title);
      return Response.json({ StatusCode: 200, Response: { id: titles.length }, Consumption: '0/9' });
    },
  });
  const drafts: string[] = [];
  const storage = {
    getItem: () => null,
    setItem: (_: string, text: string) => void drafts.push(text),
  } as unknown as Storage;
  const intake = createIntake(client, 'test', storage);
  intake.setGateway(client, { limits: { maxUploadBytes: 100 }, accepts: [] } as never);
  const allStored = new Promise<void>((resolve) => {
    intake.subscribe(() => {
      if (intake.get().items.every(isStored)) resolve();
    });
  });
  const names = Array.from({ length: COUNT }, (_, index) => `ملف ${index + 1}.txt`);
  intake.addFiles(
    names.map((name) => new File(['نص'], name)),
    null,
  );
  await allStored;
  expect(StoringXhr.names).toEqual(names);

  const units = groupItems(intake.get().items, 'each');
  const titled = units.map((draft, index) => ({ ...draft, title: names[index] ?? '', description: '' }));
  await intake.register(titled, { startsBatch: true });
  expect(titles.toSorted()).toEqual(names.toSorted());
  const { items, registered, registrations } = intake.get();
  expect([items, registrations]).toEqual([[], {}]);
  expect(registered.map(({ title }) => title).toSorted()).toEqual(names.toSorted());
  expect(new Set(registered.map(({ batch }) => batch))).toEqual(new Set([1]));

  intake.saveNow();
  expect(JSON.parse(drafts.at(-1) ?? '')).toMatchObject({ items: [], registered });
  // Not once a file.
  expect(drafts.length).toBeLessThan(COUNT);
});
