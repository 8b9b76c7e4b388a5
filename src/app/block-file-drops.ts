/** A file let go beside every drop zone does nothing: the browser would leave the dashboard to show it. Returns the undoing. */
export function blockFileDrops(): () => void {
  const block = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', block);
  window.addEventListener('drop', block);
  return () => {
    window.removeEventListener('dragover', block);
    window.removeEventListener('drop', block);
  };
}
