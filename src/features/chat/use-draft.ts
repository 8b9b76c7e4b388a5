import { useState } from 'react';
import type { ChatImage } from './conversation.ts';
import type { ImageProblem } from './read-images.ts';
import { addImages } from './read-images.ts';

type Written = { message: string; images: readonly ChatImage[] };
const NOTHING: Written = { message: '', images: [] };

/** What is typed and not yet sent, by conversation: going to another one and back loses none of it. */
export function useDraft(id: string | undefined) {
  const place = id ?? '';
  const [drafts, setDrafts] = useState<Readonly<Record<string, Written>>>({});
  const [problems, setProblems] = useState<readonly ImageProblem[]>([]);
  const written = drafts[place] ?? NOTHING;
  const change = (next: Partial<Written>) =>
    setDrafts((all) => ({ ...all, [place]: { ...(all[place] ?? NOTHING), ...next } }));
  return {
    ...written,
    problems,
    type: (message: string) => change({ message }),
    addFiles: async (files: readonly File[]) => {
      if (files.length === 0) return;
      const added = await addImages(written.images, files);
      change({ images: added.images });
      setProblems(added.problems);
    },
    removeImage: (index: number) => change({ images: written.images.filter((_, at) => at !== index) }),
    forgetProblems: () => setProblems([]),
    clear: () => {
      change(NOTHING);
      setProblems([]);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
