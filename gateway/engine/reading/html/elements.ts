/** Kinds of HTML elements, by what their text is to a reader. */
const words = (list: string): Set<string> => new Set(list.split(' '));

/** Never text, whatever they hold. */
export const SKIPPED = words(
  'script style template noscript iframe object embed applet math canvas audio video map datalist input rp noframes dialog',
);

/** Skipped elements with text that the page keeps back; the health report counts this text. */
export const KEPT_BACK = words('template noscript dialog');

/** Elements that part text into blocks. */
export const BLOCKS = words(
  'html body main article section div header footer nav aside address blockquote center details summary dialog dd dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hgroup hr li menu ol p pre search ul table caption thead tbody tfoot tr td th',
);
