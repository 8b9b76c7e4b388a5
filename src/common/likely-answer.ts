/** From this certainty on a weak answer is a likely one, in the words of gateway and dashboard alike. */
export const MIN_LIKELY = 0.45;
