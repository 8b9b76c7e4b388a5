import { createContext } from 'react';

/** True where the frame already says, once for the whole page, that the key is no longer accepted. */
export const KeyRejectionShownContext = createContext(false);
