import { IMAGE_LIMITS } from '#contract/limits.ts';
import type { ChatImage } from './conversation.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageProblem = { name: string; why: 'type' | 'size' | 'count' | 'total' | 'unreadable' };

/** Bytes of a body that its images may take, the rest of it aside. */
const ROOM = IMAGE_LIMITS.bodyBytes - 1_000_000;

function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}

/** Each file as an image, or why it is none that can be sent. */
export function readImages(files: readonly File[]): Promise<readonly (ChatImage | ImageProblem)[]> {
  return Promise.all(
    files.map(async (file): Promise<ChatImage | ImageProblem> => {
      const { name } = file;
      if (!IMAGE_TYPES.some((type) => type === file.type)) return { name, why: 'type' };
      if (file.size > IMAGE_LIMITS.bytes) return { name, why: 'size' };
      return readAsAddress(file).then(
        (data) => ({ name, data }),
        () => ({ name, why: 'unreadable' }),
      );
    }),
  );
}

/** The images there are and those that fit beside them, in order; and why others do not. */
export function fitImages(
  there: readonly ChatImage[],
  read: readonly (ChatImage | ImageProblem)[],
): { images: readonly ChatImage[]; problems: readonly ImageProblem[] } {
  const images = [...there];
  const problems: ImageProblem[] = [];
  let characters = there.reduce((sum, { data }) => sum + data.length, 0);
  for (const one of read) {
    if ('why' in one) problems.push(one);
    else if (images.length >= IMAGE_LIMITS.count) problems.push({ name: one.name, why: 'count' });
    else if (characters + one.data.length > ROOM) problems.push({ name: one.name, why: 'total' });
    else {
      images.push(one);
      characters += one.data.length;
    }
  }
  return { images, problems };
}
