/** A file with its path within the dropped folder. */
export type PathFile = File & { path?: string };

let dropped: readonly PathFile[] | undefined;

/** Hands files dropped on any page over to the page for adding knowledge. */
export function handOverFiles(files: readonly PathFile[]): void {
  dropped = files;
}

/** Files handed over by another page, returned once; undefined without any. */
export function takeDroppedFiles(): readonly PathFile[] | undefined {
  const files = dropped;
  dropped = undefined;
  return files;
}
