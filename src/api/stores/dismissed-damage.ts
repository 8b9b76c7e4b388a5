import { openStorage } from './storage.ts';

const storageKey = (connectionId: string) => `fihrist.damage.${connectionId}`;

/** Whether the notice of the damage that the gateway found at this moment was dismissed in this tab. */
export function isDamageDismissed(
  connectionId: string,
  foundOn: string,
  storage = openStorage('sessionStorage'),
): boolean {
  return storage?.getItem(storageKey(connectionId)) === foundOn;
}

/** Damage that is found after another start of the gateway is shown again. */
export function dismissDamage(
  connectionId: string,
  foundOn: string,
  storage = openStorage('sessionStorage'),
): void {
  try {
    storage?.setItem(storageKey(connectionId), foundOn);
  } catch {
    // Where nothing can be stored, it comes back with the page.
  }
}
