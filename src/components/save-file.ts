/** Hands bytes to the browser as a file to keep. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file before it comes back to us.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
