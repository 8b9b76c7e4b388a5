/** The dashboard's client against whole gateways, closed when a test ends. */
import { afterEach } from 'vitest';
import { type ApiStory, createApiStory, GUIDE, TITLE } from '#tests/support/api-client.ts';

export const QUESTION = { Question: 'كم مهلة الإرجاع؟', IndexNames: [TITLE] };

const opened: ApiStory[] = [];

/** Is called once by each file: the files of this tier share their modules. */
export const closeStories = (): void =>
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ gateway }) => gateway.close()));
  });

export async function open(...args: Parameters<typeof createApiStory>): Promise<ApiStory> {
  const story = await createApiStory(...args);
  opened.push(story);
  return story;
}

/** `id`: of a unit that is ready, titled `TITLE`. */
export async function openWithUnit(...args: Parameters<typeof createApiStory>) {
  const story = await open(...args);
  const id = await story.gateway.addUnit(TITLE, GUIDE);
  await story.gateway.indexAll();
  return { ...story, id };
}

/** What a promise is rejected with; undefined: nothing. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Storage of a browser, whose content a test can look at. */
export function createMemoryStore() {
  const entries = new Map<string, string>();
  return {
    kept: entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}
