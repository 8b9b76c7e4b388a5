const closing: (() => void)[] = [];

/** Is called when the test ends, before the page is taken away and what it printed is looked at. */
export const closeAfterTest = (close: () => void): void => void closing.unshift(close);

/** The last first. */
export function closeAll(): void {
  for (const close of closing.splice(0)) close();
}
