import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { dismissDamage, isDamageDismissed } from '#src/api/stores/dismissed-damage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Warning for owners about damaged data, until dismissed for the session. */
export function DataDamagedNotice({ foundOn }: { foundOn: string }) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const { id } = useConnection();
  const isOwner = useHasPermission('manageBots') === true;
  const [dismissedOn, setDismissedOn] = useState<string>();
  if (!isOwner || dismissedOn === foundOn || isDamageDismissed(id, foundOn)) return null;
  const dismiss = () => {
    dismissDamage(id, foundOn);
    setDismissedOn(foundOn);
  };
  return (
    <Notice severity="error" title={t('damaged.title')} onDismiss={dismiss}>
      {t('damaged.text', { time: formats.moment(foundOn) })}
      <br />
      {t('damaged.remedy')} <MonoText sx={{ whiteSpace: 'nowrap' }}>npm run fihrist -- restore</MonoText>
    </Notice>
  );
}
