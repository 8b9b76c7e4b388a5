import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/session.ts';
import { ROLES } from '#contract/session.ts';
import { ACTIONS, mayDo } from './role-actions.ts';

function Cell({ yes, own }: { yes: boolean; own: boolean }) {
  const { t } = useTranslation('keys');
  const Icon = yes ? Check : Minus;
  return (
    <Box component="td" sx={{ textAlign: 'center', bgcolor: own ? 'teal.wash' : undefined }}>
      <Box component="span" sx={{ display: 'inline-flex', color: yes ? 'teal.ink' : 'text.tertiary' }}>
        <Icon size={18} role="img" aria-label={t(yes ? 'matrix.yes' : 'matrix.no')} />
      </Box>
    </Box>
  );
}

/** What each role may do, read from the registry of endpoints itself. `own` is the role of whoever looks. */
export function RoleMatrix({ own }: { own?: Role | undefined }) {
  const { t } = useTranslation(['keys', 'terms']);
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ marginBlockStart: 4, maxWidth: 760 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('matrix.title')}
      </Typography>
      <Box
        component="table"
        aria-labelledby={id}
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          typography: 'body2',
          '& th, & td': { padding: { xs: 0.75, md: 1 }, borderBlockEnd: 1, borderColor: 'line.soft' },
          '& thead th': { color: 'text.tertiary', fontWeight: 400, borderColor: 'line.firm' },
          '& tbody th': { fontWeight: 400, textAlign: 'start', paddingInlineStart: 0 },
          '& thead th:first-of-type': { paddingInlineStart: 0 },
        }}
      >
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ textAlign: 'start' }}>
              {t('matrix.action')}
            </Box>
            {ROLES.map((role) => (
              <Box
                key={role}
                component="th"
                scope="col"
                sx={{
                  textAlign: 'center',
                  width: { xs: 48, sm: 96 },
                  '&&': role === own ? { color: 'teal.ink', fontWeight: 600, bgcolor: 'teal.wash' } : {},
                }}
              >
                {t(`terms:role.${role}`)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {ACTIONS.map((action) => (
            <tr key={action}>
              <th scope="row">{t(`matrix.${action}`)}</th>
              {ROLES.map((role) => (
                <Cell key={role} yes={mayDo(role, action)} own={role === own} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
