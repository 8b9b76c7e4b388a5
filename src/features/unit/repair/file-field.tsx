import Upload from 'virtual:lucide/upload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { type DragEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#common/pasted-text.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';

type FileFieldProps = {
  file: File | undefined;
  problem: string | undefined;
  disabled: boolean;
  onFile: (file: File) => void;
};

const areaStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  padding: 2,
  border: '1px dashed',
  borderRadius: 1,
};

/** One file, chosen or dropped. */
export function FileField({ file, problem, disabled, onFile }: FileFieldProps) {
  const { t } = useTranslation('repair');
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onFile(dropped);
  };
  return (
    <div>
      <Box
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        sx={{ ...areaStyle, borderColor: problem === undefined ? 'line.strong' : 'brick.fill' }}
      >
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('file.label')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onFile(chosen);
            event.target.value = '';
          }}
        />
        <Button
          variant="outlined"
          startIcon={<Upload size={18} />}
          disabled={disabled}
          aria-describedby={problem === undefined ? undefined : problemId}
          onClick={() => input.current?.click()}
        >
          {t(file === undefined ? 'file.choose' : 'file.chooseOther')}
        </Button>
        <Box sx={{ flex: 1, minWidth: 120, typography: 'body2', color: 'text.secondary' }}>
          {file === undefined ? (
            t('file.drop')
          ) : (
            <>
              <MonoText sx={{ color: 'text.primary' }}>{plainName(file.name)}</MonoText>{' '}
              {formats.bytes(file.size)}
            </>
          )}
        </Box>
      </Box>
      {problem === undefined ? null : (
        <FormHelperText id={problemId} error role="alert">
          {problem}
        </FormHelperText>
      )}
    </div>
  );
}
