import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { clearSignInCode, onSignInCode, pendingSignInCode } from '#src/api/stores/sign-in-code.ts';
import { Logo } from '#src/app/logo.tsx';
import { LanguageToggle, ThemeToggle } from '#src/app/shell/language-and-theme-toggles.tsx';
import { KeySignIn } from '#src/features/access/key-sign-in.tsx';
import { NewLink } from '#src/features/access/new-link.tsx';
import { SavedConnections } from '#src/features/access/saved-connections.tsx';
import { SigningInMessage } from '#src/features/access/signing-in-message.tsx';
import { paths } from '#src/paths.ts';
import { Notice } from '#src/ui/notice.tsx';

const CodeSignIn = lazy(async () => ({
  default: (await import('#src/features/access/code-sign-in.tsx')).CodeSignIn,
}));

/** Only a path of this page may be returned to. */
function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : paths.overview();
}

/** Whether `npm run link` prints links for the server of this page; a server in front of another gateway makes none. */
function serverMakesLinks(): boolean {
  return document.querySelector('meta[name="sign-in-links"]')?.getAttribute('content') !== 'no';
}

/** Goes on as soon as there is a connection that works or another key: of a link, of the form, or of another tab. */
function useEnterWhenSignedIn(enter: () => void): void {
  const current = useConnections().current();
  const identity = current && `${current.id} ${current.key}`;
  const [onArrival] = useState(identity);
  const enterNow = useEffectEvent(enter);
  useEffect(() => {
    if (identity !== undefined && identity !== onArrival) enterNow();
  }, [identity, onArrival]);
}

/** The last code of a link: kept when it was refused, so that the page can say why. */
function useSignInCode(): string | undefined {
  const [code, setCode] = useState(pendingSignInCode);
  useEffect(() => {
    const take = () => setCode((last) => pendingSignInCode() ?? last);
    // A link may have been pasted since this was rendered.
    take();
    return onSignInCode(take);
  }, []);
  return code;
}

/** Outside the frame: without a connection the frame has no content. */
export function Component() {
  const { t } = useTranslation(['connect', 'common']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const code = useSignInCode();
  const hasLinks = serverMakesLinks();
  const enter = () => {
    // A code that still waits for a busy gateway would lead back here.
    clearSignInCode();
    void navigate(safeNext(search.get('next')), { replace: true });
  };
  useEnterWhenSignedIn(enter);

  return (
    <Box sx={{ maxWidth: 640, marginInline: 'auto', paddingInline: 2, paddingBlockEnd: 6 }}>
      <title>{t('common:pageTitle', { page: t('title') })}</title>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 72 }}>
        <Box sx={{ color: 'primary.main', display: 'flex' }}>
          <Logo />
        </Box>
        <Typography component="span" variant="h2" sx={{ flex: 1 }}>
          {t('common:appName')}
        </Typography>
        <LanguageToggle />
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ display: 'grid', gap: 3, paddingBlockStart: { xs: 1, sm: 4 } }}>
        <div>
          <Typography variant="h1">{t('title')}</Typography>
          {hasLinks ? <Typography sx={{ color: 'text.secondary' }}>{t('lead')}</Typography> : null}
        </div>
        {code === undefined ? null : (
          <Suspense fallback={<SigningInMessage />}>
            <CodeSignIn key={code} code={code} onEnter={enter} />
          </Suspense>
        )}
        {code === undefined && search.get('reason') === 'key' ? (
          <Notice severity="warning" title={t('ended.title')}>
            {t('ended.text')} {hasLinks ? t('ended.next') : null}
          </Notice>
        ) : null}
        {hasLinks ? <NewLink /> : null}
        <SavedConnections onOpen={enter} />
        <KeySignIn onlyWay={!hasLinks} />
      </Box>
    </Box>
  );
}
