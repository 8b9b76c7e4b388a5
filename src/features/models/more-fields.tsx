import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose } from '#contract/models.ts';
import { AmountField } from '#src/components/amount-field.tsx';
import type { ServerForm } from './use-server-form.ts';

const NAMES = ['firstSeconds', 'silenceSeconds', 'concurrency', 'contextTokens'] as const;

/** How long it is waited for and how much is asked of it at once; open by itself where something in it is wrong. */
export function MoreFields({ purpose, form }: { purpose: ModelPurpose; form: ServerForm }) {
  const { t } = useTranslation('models');
  const [wanted, setWanted] = useState(false);
  const id = useId();
  const { values, problems, set } = form;
  const names = NAMES.filter((name) => name !== 'contextTokens' || purpose === 'chat');
  const open = wanted || names.some((name) => problems[name] !== undefined);
  return (
    <div>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={id}
        endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        onClick={() => setWanted(!open)}
      >
        {t('form.more')}
      </Button>
      <Box
        id={id}
        hidden={!open}
        sx={{
          display: open ? 'grid' : 'none',
          gap: 2,
          paddingBlockStart: 2,
          gridTemplateColumns: { sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        {names.map((name) => (
          <AmountField
            key={name}
            label={t(`form.${name}`)}
            value={values[name]}
            problem={problems[name]}
            hint={t(`form.${name}Hint`)}
            onChange={(amount) => set(name, amount)}
          />
        ))}
      </Box>
    </div>
  );
}
