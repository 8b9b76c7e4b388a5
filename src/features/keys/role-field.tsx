import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/session.ts';
import { ROLES } from '#contract/session.ts';
import { FieldSet } from '#src/components/field-set.tsx';
import { useRoleWords } from './use-role-words.ts';

/** The four roles, each with what it may do. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation(['keys', 'terms']);
  const wordsOf = useRoleWords();
  return (
    <FieldSet label={t('form.role')}>
      <RadioGroup
        aria-label={t('form.role')}
        value={value}
        onChange={(_, role) => onChange(role as Role)}
        sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: { sm: '1fr 1fr' } }}
      >
        {ROLES.map((role) => (
          <FormControlLabel
            key={role}
            value={role}
            control={<Radio sx={{ paddingBlock: 0.25 }} />}
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box component="span" sx={{ display: 'block' }}>
                {t(`terms:role.${role}`)}
                <Typography
                  component="span"
                  variant="body2"
                  sx={{ display: 'block', color: 'text.tertiary' }}
                >
                  {wordsOf(role)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FieldSet>
  );
}
