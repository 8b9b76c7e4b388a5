import Pencil from 'virtual:lucide/pencil';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FormValues } from '#src/features/add-knowledge/intake/intake-types.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';

type TitleFieldProps = {
  name: `items.${string}.title` | `all.${'file' | 'url'}.title`;
  /** What the title is for: the file's name or the address. */
  itemName: string;
  invalid: boolean;
  /** Id of the element with the error text. */
  describedBy: string;
  onTextChange: () => void;
};

/** A title that is edited in place. */
export function TitleField({ name, itemName, invalid, describedBy, onTextChange }: TitleFieldProps) {
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
              onTextChange();
            }}
            error={invalid}
            inputProps={{
              dir: inputDirection(field.value),
              'aria-label': t('row.titleOf', { name: itemName }),
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
                borderColor: invalid ? 'brick.fill' : 'line.strong',
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

/** A title that is on its way, and so is not edited any more. */
export function TitleText({ name }: Pick<TitleFieldProps, 'name'>) {
  const { getValues } = useFormContext<FormValues>();
  return (
    <Typography noWrap sx={{ fontWeight: 600 }}>
      <BidiText>{getValues(name)}</BidiText>
    </Typography>
  );
}

type DescriptionFieldProps = {
  name: `items.${string}.description` | `all.${'file' | 'url'}.description`;
  itemName: string;
  onTextChange: () => void;
};

/** An optional description, hidden behind a link while it is empty. */
export function DescriptionField({ name, itemName, onTextChange }: DescriptionFieldProps) {
  const { t } = useTranslation('add');
  const { control } = useFormContext<FormValues>();
  const [open, setOpen] = useState(false);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, onChange, onBlur, ...field } }) =>
        open || field.value !== '' ? (
          <InputBase
            {...field}
            inputRef={ref}
            // The field replaces the link that was pressed.
            autoFocus={open}
            multiline
            maxRows={4}
            fullWidth
            placeholder={t('row.description')}
            onBlur={() => {
              onBlur();
              setOpen(false);
            }}
            onChange={(event) => {
              setOpen(true);
              onChange(event);
              onTextChange();
            }}
            inputProps={{
              dir: inputDirection(field.value),
              'aria-label': t('row.descriptionOf', { name: itemName }),
            }}
            sx={{
              '& ::placeholder': { color: 'text.tertiary', opacity: 1 },
              typography: 'body2',
              color: 'text.secondary',
              padding: 0,
              '& textarea:focus': { boxShadow: 'inset 0 -1px currentColor' },
            }}
          />
        ) : (
          <Link
            component="button"
            type="button"
            variant="body2"
            aria-label={`${t('row.addDescription')}: ${itemName}`}
            onClick={() => setOpen(true)}
          >
            {t('row.addDescription')}
          </Link>
        )
      }
    />
  );
}
