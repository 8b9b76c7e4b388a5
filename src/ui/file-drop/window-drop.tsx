import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#src/paths.ts';
import { handOverFiles, type PathFile } from './dropped-files.ts';

const DropOverlay = lazy(async () => ({ default: (await import('./drop-overlay.tsx')).DropOverlay }));

/** Takes files that are dropped anywhere in the window: while they are dragged, an overlay says what will happen. */
export function WindowDrop({ onFiles }: { onFiles: (files: readonly PathFile[]) => void }) {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const show = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) setDragging(true);
    };
    window.addEventListener('dragenter', show);
    return () => window.removeEventListener('dragenter', show);
  }, []);
  if (!dragging) return null;
  return (
    <Suspense>
      <DropOverlay onFiles={onFiles} onClose={() => setDragging(false)} />
    </Suspense>
  );
}

/** Files dropped on other pages lead to the page for adding knowledge. */
export function DropToAdd() {
  const navigate = useNavigate();
  return (
    <WindowDrop
      onFiles={(files) => {
        handOverFiles(files);
        void navigate(paths.addKnowledge());
      }}
    />
  );
}
