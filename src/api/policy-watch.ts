/** Origins that this page's content security policy refused to be called. The policy holds as long as the page. */
const refused = new Set<string>();
let watching = false;

/** Starts to listen; safe to call again. */
export function watchPolicy(): void {
  if (watching || typeof document === 'undefined') return;
  watching = true;
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.effectiveDirective !== 'connect-src') return;
    const origin = originOf(event.blockedURI);
    if (origin !== undefined) refused.add(origin);
  });
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Whether the failed call to this address was stopped by the policy. The browser tells in an event that may come
 * after the call has failed, so this waits a moment for it.
 */
export async function wasRefusedByPolicy(address: string): Promise<boolean> {
  const origin = originOf(address);
  if (origin === undefined || origin === globalThis.location?.origin) return false;
  if (!refused.has(origin)) await new Promise((resolve) => setTimeout(resolve, 60));
  return refused.has(origin);
}
