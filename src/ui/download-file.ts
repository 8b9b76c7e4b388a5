/** Hands bytes to the browser as a file to keep. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the file before it comes back to us.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
