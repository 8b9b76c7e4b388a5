/** A file from a folder has its path in it. */
export type PathFile = File & { path?: string };

let dropped: readonly PathFile[] | undefined;

/** Keeps what was dropped on another page for the one that adds knowledge. */
export function handOverFiles(files: readonly PathFile[]): void {
  dropped = files;
}

/** What another page handed over, once; undefined where nothing was. */
export function takeDroppedFiles(): readonly PathFile[] | undefined {
  const files = dropped;
  dropped = undefined;
  return files;
}
