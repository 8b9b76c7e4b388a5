/** The chat page in a browser that keeps conversations. */
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { pageOrigin } from '#src/api/transport/connection.ts';
import type { ChatMode } from '#src/features/chat/chat-mode.ts';
import { modeKey } from '#src/features/chat/chat-mode.ts';
import { paths } from '#src/paths.ts';
import { type Dashboard, openDashboard } from './open-dashboard.tsx';

const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
/** A fresh wide browser for each test of the calling file. */
export function openNewBrowsers(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    happyDOM.setViewport({ width: 1440, height: 900 });
  });
  afterAll(() => happyDOM.setViewport({ width: 1024, height: 768 }));
}

/** A picture, in Base64. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const QUESTION = 'كم يومًا لإرجاع المنتج؟';
type ChatOptions = Partial<Parameters<typeof openDashboard>[0]> & {
  /** Mode in the storage of the browser; undefined: cleared; `remembered`: as a page of the test left the storage. */
  mode?: ChatMode | 'remembered' | undefined;
};
export const openChat = ({ mode, ...options }: ChatOptions = {}) => {
  const key = modeKey(`${pageOrigin()} 1`);
  if (mode === undefined) localStorage.removeItem(key);
  else if (mode !== 'remembered') localStorage.setItem(key, mode);
  return openDashboard({ at: paths.chat(), ...options });
};
/** The chat with the model, as a person left it. */
export const openModelChat = (options: ChatOptions = {}) => openChat({ mode: 'model', ...options });
export const box = (name = 'Message') => screen.findByRole('textbox', { name });
export const say = async (message: string, name = 'Message') => {
  const field = await box(name);
  fireEvent.change(field, { target: { value: message } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
export const answered = (count = 1, name = 'Regenerate answer') =>
  waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(count));
export const bodies = async ({ requests }: Dashboard, path: RegExp) =>
  Promise.all(
    requests.filter(({ url }) => path.test(url)).map((request) => request.json() as Promise<unknown>),
  );
/** Answers word by word until it is let go, or for ever. */
export function held(words: string[]) {
  let release: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  return {
    release: () => release?.(),
    async *answer() {
      yield* words;
      await gate;
    },
  };
}
