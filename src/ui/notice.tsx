import CircleCheck from 'virtual:lucide/circle-check';
import CircleX from 'virtual:lucide/circle-x';
import Info from 'virtual:lucide/info';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Severity = 'info' | 'success' | 'warning' | 'error';

type NoticeProps = {
  severity: Severity;
  title: string;
  /** The event and its meaning. */
  children?: ReactNode;
  /** The next step: one or more buttons. */
  action?: ReactNode;
  /** Shows a dismiss button; without it the notice stays as long as its cause. */
  onDismiss?: (() => void) | undefined;
};

const severityStyles = {
  info: { Icon: Info, hue: 'teal' },
  success: { Icon: CircleCheck, hue: 'leaf' },
  warning: { Icon: TriangleAlert, hue: 'saffron' },
  error: { Icon: CircleX, hue: 'brick' },
} as const;

/** A message in place. It never fades by itself; errors and warnings are announced at once. */
export function Notice({ severity, title, children, action, onDismiss }: NoticeProps) {
  const { t } = useTranslation();
  const { Icon, hue } = severityStyles[severity];
  const isAssertive = severity === 'error' || severity === 'warning';
  return (
    <Box
      role={isAssertive ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.5,
        paddingBlock: 1.5,
        paddingInline: 2,
        borderRadius: 1,
        border: 1,
        borderColor: `${hue}.fill`,
        bgcolor: `${hue}.wash`,
        color: 'text.primary',
      }}
    >
      <Box sx={{ color: `${hue}.ink`, display: 'flex', paddingBlockStart: '2px' }}>
        <Icon size={20} role="img" aria-label={t(`severity.${severity}`)} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Typography component="p" sx={{ fontWeight: 600, color: `${hue}.ink` }}>
          {title}
        </Typography>
        {children === undefined ? null : (
          <Typography component="div" variant="body2">
            {children}
          </Typography>
        )}
        {action === undefined ? null : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 1 }}>{action}</Box>
        )}
      </Box>
      {onDismiss === undefined ? null : (
        <IconButton size="small" aria-label={t('dismiss')} onClick={onDismiss}>
          <X size={18} />
        </IconButton>
      )}
    </Box>
  );
}
