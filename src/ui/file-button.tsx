import FolderOpen from 'virtual:lucide/folder-open';
import Button from '@mui/material/Button';
import { useRef } from 'react';

type FileButtonProps = {
  label: string;
  /** As the attribute of an input. */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
};

/** A button that opens the file chooser for one file; the same file can be chosen again. */
export function FileButton({ label, accept, disabled = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        variant="outlined"
        disabled={disabled}
        startIcon={<FolderOpen size={18} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          target.value = '';
        }}
      />
    </div>
  );
}
