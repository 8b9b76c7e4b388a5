import Check from 'virtual:lucide/check';
import Minus from 'virtual:lucide/minus';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { hasRight, LISTED_RIGHTS } from '#contract/rights.ts';
import { ROLES, type Role } from '#contract/session.ts';

function PermissionCell({ allowed, own }: { allowed: boolean; own: boolean }) {
  const { t } = useTranslation('keys');
  const Icon = allowed ? Check : Minus;
  return (
    <Box component="td" sx={{ textAlign: 'center', bgcolor: own ? 'teal.wash' : undefined }}>
      <Box component="span" sx={{ display: 'inline-flex', color: allowed ? 'teal.ink' : 'text.tertiary' }}>
        <Icon size={18} role="img" aria-label={t(allowed ? 'matrix.yes' : 'matrix.no')} />
      </Box>
    </Box>
  );
}

/** The rights of each role, read from the contract. `own`: the role of the current key. */
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
          {LISTED_RIGHTS.map((right) => (
            <tr key={right}>
              <th scope="row">{t(`matrix.${right}`)}</th>
              {ROLES.map((role) => (
                <PermissionCell key={role} allowed={hasRight(role, right)} own={role === own} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
