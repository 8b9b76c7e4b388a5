import InputBase from '@mui/material/InputBase';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { typedDirection } from '#src/components/typed-direction.ts';
import type { FormValues } from './intake-types.ts';

type DescriptionFieldProps = {
  name: `items.${string}.description` | `all.${'file' | 'url'}.description`;
  of: string;
  onTyped: () => void;
};

/** A description that is asked for only by whoever wants one. */
export function DescriptionField({ name, of, onTyped }: DescriptionFieldProps) {
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
            // It was asked for by the button that stood here.
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
              onTyped();
            }}
            inputProps={{
              dir: typedDirection(field.value),
              'aria-label': t('row.descriptionOf', { name: of }),
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
            aria-label={`${t('row.addDescription')}: ${of}`}
            onClick={() => setOpen(true)}
          >
            {t('row.addDescription')}
          </Link>
        )
      }
    />
  );
}
