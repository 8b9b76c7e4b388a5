/** Pages of one document that are read from pictures, at two to four seconds each; the rest stays without text. */
export const MOST_PICTURES = 300;
