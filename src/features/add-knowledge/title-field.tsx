import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Pencil from 'lucide-react/icons/pencil';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { typedDirection } from '#src/components/typed-direction.ts';
import type { FormValues } from './intake-types.ts';

type TitleFieldProps = {
  name: `items.${string}.title` | `all.${'file' | 'url'}.title`;
  /** What the title is for: the file's name or the address. */
  of: string;
  wrong: boolean;
  /** Id of the element that says what is wrong. */
  describedBy: string;
  onTyped: () => void;
};

/** A title that is edited where it stands. */
export function TitleField({ name, of, wrong, describedBy, onTyped }: TitleFieldProps) {
  const { t } = useTranslation('add');
  const { control } = useFormContext<FormValues>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, color: 'text.secondary' }}>
      <Controller
        control={control}
        name={name}
        render={({ field: { ref, onChange, ...field } }) => (
          <InputBase
            {...field}
            inputRef={ref}
            onChange={(event) => {
              onChange(event);
              onTyped();
            }}
            error={wrong}
            inputProps={{
              dir: typedDirection(field.value),
              'aria-label': t('row.titleOf', { name: of }),
              'aria-describedby': describedBy,
            }}
            sx={{
              minWidth: 0,
              maxWidth: '100%',
              flex: '0 1 auto',
              fontWeight: 600,
              color: 'text.primary',
              '& input': {
                fieldSizing: 'content',
                minWidth: '8ch',
                maxWidth: '100%',
                height: 'auto',
                padding: 0,
                textOverflow: 'ellipsis',
                borderBlockEnd: '1px dashed',
                borderColor: wrong ? 'brick.fill' : 'line.strong',
                '&:focus': { borderBlockEndStyle: 'solid', borderColor: 'primary.main' },
              },
            }}
          />
        )}
      />
      <Pencil size={14} aria-hidden />
    </Box>
  );
}
