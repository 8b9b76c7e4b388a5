import { useCallback, useEffect, useState } from 'react';
import type { Device } from './microphone.ts';
import { findObstacle, listMicrophones } from './microphone.ts';

/** The microphones to choose from; read again when one comes or goes. */
export function useDevices() {
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const [chosen, setChosen] = useState<string>();
  const read = useCallback(() => void listMicrophones().then(setDevices, () => undefined), []);
  useEffect(() => {
    if (findObstacle() !== undefined) return undefined;
    const { mediaDevices } = navigator;
    read();
    mediaDevices.addEventListener?.('devicechange', read);
    return () => mediaDevices.removeEventListener?.('devicechange', read);
  }, [read]);
  const known = devices.some(({ id }) => id === chosen) ? chosen : undefined;
  return { devices, chosen: known, choose: setChosen, read };
}
